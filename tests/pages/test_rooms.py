"""Every room runs, whatever its address requests."""

import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.inputs.settings import PARAMETERS
from core.scaling import RULES
from core.schemes import SCHEMES
from core.schemes.scheme import Family
from core.teach.lesson import lessons
from core.teach.lesson_link import NAMES
from core.teach.own_step import MOST_OWN_CONTROLS
from figures.spec import Figure
from pages.shared import views
from pages.shared.contents import ROOMS
from pages.shared.glossary import explain_terms
from pages.shared.words import sections
from tests.house import ROOT
from tests.pages.charts import charts
from tests.pages.looks import expect_look
from tests.pages.views import EXTREMES, VIEWS
from tests.patterns import page_words
from tests.support.rooms import html, text_of, visit
from tests.support.untrusted import address_texts

FURTHER = ("default", "largest", "one feature, far", "odd")  # of views after a room's first
STRANGE = (
    "👍🏽 ❤️ 👨‍👩‍👧‍👦 🇩🇪!",
    "שלום עולם אמר שלום",
    "<img src=x onerror=alert(1)> **bold** $x$ <b> `c` [l](http://a) :smile: :red[x] {word}",
    "a\u202eb \x00c\ufffd d",
    "a" + "\u0301" * 500,
    "word " * 2000,
    "猫" * 10_000,
)
BIASES = [name for name, scheme in SCHEMES.items() if scheme.family is Family.BIAS]


def every(stem, *queries):
    """Each query in each view of a room."""
    choice = ROOMS[stem].views
    return [query | {choice.parameter: view} for query in queries for view in choice.every]


CONTROL_ENDS = {  # what a room's own controls request at their ends, and values beyond
    "biases": [
        query for name in BIASES for query in every("biases", {"scheme": name, "heads": "128", "length": "1048576"})
    ]
    + [{"scheme": name, "heads": "1", "length": "2"} for name in BIASES],
    "compare": [{"schemes": [*SCHEMES]} | EXTREMES[name] for name in ("largest", "odd", "steepest")],
    "concatenate": every("concatenate", {"seed": "123456789"}),
    "extrapolation": every(
        "extrapolation",
        {"wanted_length": "2048", "write_from": "512", "position": "99999"},
        {"wanted_length": "128", "write_from": "16", "position": "-1", "retrieval_of": "Rules"}
        | {"retrieval_by": "Place of the key", "further_steps": "50"},
    )
    + [{"trained_view": "Play", "your_text": text} for text in ("", "a", "<b>x</b> *y* $z$ \ufffd", "9" * 3000)],
    "images": every(
        "images",
        {"resolution": "28", "side": "13", "swin_window": "32"},
        {"resolution": "4", "beyond": "squeezed", "patch_x": "1e9", "patch_y": "-5", "swin_window": "4"}
        | {"target": "cell", "wheel_dim": "8"},
    ),
    "precision": every("precision", {"rounding": "angle", "dtype": "float16", "followed": "1048575"}),
    "real_model": [
        {"sentence": text, "twin": text, "ids": ids, "head": "5.11", "positions": on}
        for text in STRANGE
        for ids, on in (("511", ""), ("reversed", "off"))
    ],
    "rope": every("rope", {"head_dim": "2", "rotary": "0.25"}, {"head_dim": "256", "rotary": "0.5"})
    + every("rope", {"head_dim": "6", "rotary": "0.75", "length": "1"}),
    "sentence": [
        query | {"sentence": text, "d_model": "64"} for text in STRANGE for query in every("sentence", {})
    ],
    "shift": [{"offset": "1000", "length": "1"}, {"offset": "-1000"}, {"offset": "0"}],
    "similarity": [
        query
        for overlay in ("bases", "widths", "scales")
        for query in every("similarity", {"overlay": overlay, "normalised": "true", "d_model": "2"})
    ],
    "stretch": every(
        "stretch",
        {"rules": [*RULES], "context": ["8192", "131072"], "base": "500000"},
        {"context": ["512", "1048576"], "rotary_dim": "512", "rules": ["Dynamic NTK"]},
        {"context": ["512", "512"], "rotary_dim": "4", "base": "2", "rules": ["YaRN", "LongRoPE"]},
    ),
    "waves": [{"dims": "<b>0</b>", "window": "1e5"}, {"dims": "0-99999", **EXTREMES["largest"]}],
}


NOTHING = {  # what leaves a room nothing to draw, and the section that says so
    "biases": ({"length": "1"}, "One key"),
    "precision": ({"d_model": "1"}, "One feature"),
    "real_model": ({"sentence": "\u200b"}, "Empty"),
    "rope": ({"length": "1"}, "One position"),
    "sentence": ({"sentence_view": "One pair", "d_model": "1"}, "No pair"),
    "shift": ({"d_model": "1"}, "No pair"),
    "similarity": ({"d_model": "1"}, "No pair"),
    "timesteps": ({"d_model": "3"}, "Too few"),
    "waves": ({"view": "Wavelengths", "d_model": "1"}, "No pair"),
}
CONTROLS = {
    stem: sorted({*room.address, *(parameter.name for parameter in PARAMETERS)}) for stem, room in ROOMS.items()
}
STEP = f"{next(iter(lessons()))}.1"
OF_SEVERAL = {
    name
    for name, count in Counter(name for room in ROOMS.values() for name in room.address).items()
    if count > 1 and name not in ("offset", "sentence", "head")  # which Clocks and A real model bind to no widget
}


SWEEP = [(stem, place) for stem in ROOMS for place, _ in enumerate(VIEWS.get(stem, [{}]))]


@pytest.mark.parametrize(("stem", "place"), SWEEP)
def test_every_view_runs_at_every_size(stem, place, monkeypatch):
    """A room without shared settings has one size. No two rooms share the name of a control."""
    monkeypatch.setattr(Figure, "as_plotly", property(lambda _: pytest.fail("Figure.as_plotly is for tests")))
    names, check = set(), views.declared_name
    monkeypatch.setattr(views, "declared_name", lambda name: names.add(name) or check(name))
    view = VIEWS.get(stem, [{}])[place]
    sizes = (EXTREMES if place == 0 else FURTHER) if ROOMS[stem].settings else ("default",)
    for name in sizes:
        app = visit(stem, view | EXTREMES[name], more=True)
        expect_whole(app)
        if place == 0:
            expect_point(app, stem)
        if name == "default":
            expect_look(app)
    assert not names & OF_SEVERAL  # what one room sets would follow the reader into the other
    assert names or place or stem not in ("compare", "stretch")


@pytest.mark.parametrize(("stem", "place"), [(stem, place) for stem, place in SWEEP if place < 12])
def test_no_two_widgets_share_a_key_with_every_control_and_in_a_step(stem, place):
    view, names = VIEWS[stem][place], CONTROLS[stem]
    groups = [names[start : start + MOST_OWN_CONTROLS] for start in range(0, len(names), MOST_OWN_CONTROLS)]
    for more in [*({"keep": group} for group in groups), {"step": STEP}]:
        visit(stem, view | more)


@pytest.mark.parametrize("stem", NOTHING)
def test_a_room_with_nothing_to_draw_says_so(stem):
    query, heading = NOTHING[stem]
    app = visit(stem, query)
    assert app.info[0].value == page_words(stem)[heading]
    assert not charts(app)


@pytest.mark.parametrize("stem", CONTROL_ENDS)
def test_a_rooms_own_controls_are_taken_to_their_ends(stem):
    for query in CONTROL_ENDS[stem]:
        expect_whole(visit(stem, query))


@pytest.mark.parametrize("stem", ROOMS)
def test_a_room_opens_whatever_its_address_says(stem):
    room = ROOMS[stem]
    for value in ("", "1e400", "-9e99", "<b>", "9" * 400):
        assert visit(stem, dict.fromkeys([*room.settings, *room.address, *NAMES], value)).title


@pytest.mark.parametrize("stem", ROOMS)
@settings(max_examples=10)
@given(data=st.data())
def test_no_address_makes_a_room_show_an_exception(stem, data):
    names = st.sampled_from([*CONTROLS[stem], *NAMES])
    app = visit(
        stem, data.draw(st.dictionaries(names, st.lists(address_texts, min_size=1, max_size=3), max_size=8))
    )
    heads = [*(text.value for text in app.markdown), html(app)]
    assert app.title or any(head.startswith("# ") or "<h1" in head for head in heads)


def expect_whole(app):
    """No NaN or infinity, no field left open, a sentence for each chart, a line for each number that lights one."""
    assert not re.search(r"\bnan\b|\binf\b", text_of(app))
    assert all(chart.alt for chart in charts(app))
    names = {trace.get("name", "").lower() for chart in charts(app) for trace in chart.spec["data"]}
    assert {*re.findall(r"\(#mark-([^)]+)\)", text_of(app))} <= {name.replace(" ", "-") for name in names}


def expect_point(app, stem):
    words = sections((ROOT / "pages" / f"{stem}.md").read_text("utf-8"))
    assert app.title[0].value == words["Title"]
    assert app.main.markdown[0].value == "**{}**".format(*explain_terms(words["Takeaway"]))
    assert any("Common mistake" in text.value for text in app.main.markdown)
    assert any("Sources" in text.value for text in app.main.markdown)


def test_hostile_address_is_clamped_or_replaced_by_the_default():
    app = visit("home", EXTREMES["hostile"])
    assert app.query_params == {"d_model": "1"}
