"""Every room runs, whatever its address asks for."""

import re

import pytest
from streamlit.testing.v1 import AppTest

from components.kit.streamlit_internals import scan_once
from core.inputs.settings import Settings
from core.scaling import RULES
from core.schemes import SCHEMES
from core.schemes.scheme import Family
from core.teach.lesson_link import NAMES
from figures.spec import Figure
from pages.shared.contents import ROOMS as ROOMS_OF
from pages.shared.glossary import explained
from pages.shared.words import sections
from tests.house import ROOT
from tests.pages.charts import charts
from tests.pages.looks import expect_look
from tests.pages.views import VIEWS

ROOMS = [*ROOMS_OF]
EXTREMES = {
    "default": {},
    "largest": {"d_model": "16384", "length": "1048576", "base": "10000000", "scale": "64"},
    "smallest": {"d_model": "1", "length": "1", "base": "2", "scale": "1"},
    "steepest": {"d_model": "16384", "length": "1048576", "base": "2"},
    "one feature, far": {"d_model": "1", "length": "1048576", "scale": "64"},
    "wide, one token": {"d_model": "16384", "length": "1"},
    "odd": {"d_model": "3", "length": "2"},
    "hostile": {"d_model": "-3", "length": "nan", "base": "1e999", "scale": "abc"},
}
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
    views = ROOMS_OF[stem].views
    return [query | {views.parameter: view} for query in queries for view in views.every]


OWN = {  # what a room's own controls ask for at their ends, and more of it than fits
    "biases": [
        query for name in BIASES for query in every("biases", {"scheme": name, "heads": "128", "length": "1048576"})
    ]
    + [{"scheme": name, "heads": "1", "length": "2"} for name in BIASES],
    "compare": [{"schemes": [*SCHEMES]} | EXTREMES[name] for name in ("largest", "odd", "steepest")],
    "concatenate": every("concatenate", {"seed": "123456789"}),
    "extrapolation": every(
        "extrapolation",
        {"wanted_length": "2048", "yarn_beta": "64", "temperature": "false", "further_steps": "50"},
        {"wanted_length": "128", "yarn_beta": "4", "retrieval_of": "Rules", "retrieval_by": "Place of the key"},
    ),
    "images": every(
        "images",
        {"resolution": "28", "side": "13", "swin_window": "32", "new_rows": "56"},
        {"resolution": "4", "beyond": "squeezed", "patch_x": "1e9", "patch_y": "-5", "swin_window": "4"}
        | {"new_rows": "7", "rule": "nearest", "target": "cell", "wheel_dim": "8", "wave": "3.0"},
    ),
    "precision": every("precision", {"rounding": "angle", "dtype": "float16", "followed": "1048575"}),
    "rope": every("rope", {"head_dim": "2", "rotary": "0.25"}, {"head_dim": "256", "vectors": "random"})
    + every("rope", {"head_dim": "6", "vectors": "copied", "rotary": "0.75", "length": "1"}),
    "sentence": [
        query | {"sentence": text, "d_model": "64"} for text in STRANGE for query in every("sentence", {})
    ],
    "shift": every("shift", {"offset": "1000", "length": "1"}, {"offset": "-1000"}, {"offset": "0"}),
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


scan_once()


def visit(stem, query, seconds=30, *, more=False):
    """A room at an address, after its first run; with its fold "More" open if asked for."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=seconds)
    app.session_state["more"] = more
    for name, value in query.items():
        app.query_params[name] = value
    return app.switch_page(f"pages/{stem}.py").run()


SWEEP = [(stem, place) for stem in ROOMS for place, _ in enumerate(VIEWS.get(stem, [{}]))]


@pytest.mark.parametrize(("stem", "place"), SWEEP)
def test_every_view_runs_at_every_size(stem, place, monkeypatch):
    """A room without shared settings has one size."""
    monkeypatch.setattr(Figure, "checked", property(lambda _: pytest.fail("Figure.checked is for tests")))
    view = VIEWS.get(stem, [{}])[place]
    names = (EXTREMES if place == 0 else FURTHER) if ROOMS_OF[stem].settings else ("default",)
    for name in names:
        app = visit(stem, view | EXTREMES[name], 60, more=True)
        expect_whole(app)
        if place == 0:
            expect_point(app, stem)
        if name == "default":
            expect_look(app)


@pytest.mark.parametrize("stem", OWN)
def test_a_rooms_own_controls_are_taken_to_their_ends(stem):
    for query in OWN[stem]:
        expect_whole(visit(stem, query))


@pytest.mark.parametrize("stem", ROOMS)
def test_a_room_opens_whatever_its_address_says(stem):
    room = ROOMS_OF[stem]
    for value in ("", "1e400", "-9e99", "<b>", "9" * 400):
        app = visit(stem, dict.fromkeys([*room.settings, *room.address, *NAMES], value))
        assert not app.exception, (value, app.exception[0].message)
        assert app.title


def expect_whole(app):
    """No exception, no number that is none, no field left open, and a sentence for every chart."""
    assert not app.exception, app.exception[0].message
    texts = " ".join(element.value for element in (*app.main.markdown, *app.main.caption))
    assert not re.search(r"\bnan\b|\binf\b", texts)
    assert all(chart.alt for chart in charts(app))


def expect_point(app, stem):
    words = sections((ROOT / "pages" / f"{stem}.md").read_text("utf-8"))
    assert not app.exception
    assert app.title[0].value == words["Title"]
    assert app.main.markdown[0].value == "**{}**".format(*explained(words["Takeaway"]))
    assert any("Common mistake" in text.value for text in app.main.markdown)
    assert any("Sources" in text.value for text in app.main.markdown)


def test_hostile_address_is_clamped_or_replaced_by_the_default():
    app = visit("home", EXTREMES["hostile"])
    assert {key: app.session_state[key] for key in vars(Settings())} == vars(Settings(d_model=1))
    assert app.query_params == {"d_model": "1"}
