"""What the Compare room says and draws."""

import numpy as np
import pytest

from core.milestones import milestones
from core.schemes import SCHEMES
from core.schemes.alibi import slopes
from core.schemes.analysis.score_by_offset import runs_of_offsets
from core.similarity import dot_product
from pages.shared.glossary import explain_terms
from tests.pages.charts import charts
from tests.patterns import page_words, pattern
from tests.support.rooms import text_of, visit

WORDS = page_words("compare")


def names(app):
    return [trace["name"] for trace in charts(app)[0].spec["data"]]


def table_of(query):
    """The table under More, by scheme."""
    return visit("compare", query, more=True).table[0].value.set_index("scheme")


def test_the_default_view_overlays_a_scheme_of_each_family():
    app = visit("compare", {})
    assert names(app) == ["sinusoidal", "RoPE", "ALiBi", "T5", "NoPE"]
    assert {SCHEMES[name].family for name in names(app)} == {scheme.family for scheme in SCHEMES.values()}


def test_numbers_beside_the_curves_are_those_of_the_closed_forms():
    table = table_of({})["score at −16"].str.replace("−", "-").astype(float)
    sinusoidal = (dot_product(-16, 512) - 256) / np.sqrt(512)
    expected = {"sinusoidal": sinusoidal, "RoPE": 2 * sinusoidal, "ALiBi": -16 * slopes(8)[3], "NoPE": 0}
    for name, value in expected.items():
        assert table[name] == pytest.approx(float(value), abs=0.005)


def test_the_scheme_that_falls_most_is_named():
    falls = pattern(WORDS["Overlay: lowest"], back=16, lowest="RoPE", least=-8.35)
    assert falls.search(text_of(visit("compare", {})))
    assert not pattern(WORDS["Overlay: lowest"]).search(text_of(visit("compare", {"schemes": "NoPE"})))


@pytest.mark.parametrize("view", ["Scores", "Timeline"])
def test_the_headline_is_about_the_view_that_is_shown(view):
    headline = visit("compare", {"compare_view": view}).main.markdown[0].value
    other = "Takeaway" if view == "Timeline" else "Takeaway: Timeline"
    own = "Takeaway: Timeline" if view == "Timeline" else "Takeaway"
    assert "".join(explain_terms(WORDS[own])) in headline
    assert "".join(explain_terms(WORDS[other])) not in headline


def test_a_fall_that_needs_likeness_is_said_to():
    assert WORDS("Overlay: likeness", names="RoPE") in text_of(visit("compare", {}))
    assert not pattern(WORDS["Overlay: likeness"]).search(text_of(visit("compare", {"schemes": ["ALiBi", "T5"]})))


def test_every_assumption_is_stated_with_its_numbers():
    assumptions = table_of({"schemes": list(SCHEMES), "d_model": "15", "head": "7"})["drawn as"]
    assert r"\sqrt{15}" in assumptions["sinusoidal"]
    assert "all 14 features" in assumptions["RoPE"]
    assert "head 7 of 8, query at position 127" in assumptions["FIRE"]
    assert r"\sqrt{64}" in assumptions["learned"]
    made_up = {name for name, text in assumptions.items() if "Made-up" in text}
    assert made_up == {"Shaw", "T5", "KERPLE", "FIRE"}


def test_another_head_is_another_slope():
    assert table_of({"head": "1"})["score at −16"]["ALiBi"] == "−8.00"
    assert table_of({"head": "8"})["score at −16"]["ALiBi"] == "−0.06"


def test_the_table_ends_where_its_rows_do():
    app = visit("compare", {"schemes": ["learned", "ALiBi"], "length": "1024"})
    spec = charts(app)[0].spec
    assert spec["data"][0]["name"] == "learned"
    assert {note["text"] for note in spec["layout"]["annotations"]} == {"learned", "ALiBi"}


def test_what_runs_off_the_picture_is_named():
    assert not pattern(WORDS["Overlay: beyond"]).search(text_of(visit("compare", {}, more=True)))
    lowest = runs_of_offsets(1_048_576).middles[-1] * slopes(8)[3]
    ends = WORDS("Overlay: beyond", reached=WORDS("Overlay: reach", name="ALiBi", least=-lowest, most=0.0))
    assert ends in text_of(visit("compare", {"length": "1048576"}, more=True))


def test_how_much_a_point_stands_for_is_told():
    assert not pattern(WORDS["Overlay: drawn"]).search(text_of(visit("compare", {"length": "401"}, more=True)))
    long = text_of(visit("compare", {"length": "4096"}, more=True))
    runs = runs_of_offsets(4096)
    assert WORDS("Overlay: drawn", drawn=len(runs.middles), covered=runs.run_length) in long
    assert WORDS("Overlay: averaged", covered=runs.run_length, averaged="sinusoidal, RoPE") in long
    alone = text_of(visit("compare", {"length": "4096", "schemes": "ALiBi"}, more=True))
    assert not pattern(WORDS["Overlay: averaged"]).search(alone)


@pytest.mark.parametrize("name", milestones())
def test_a_link_opens_a_lesson(name):
    entry = milestones()[name]
    app = visit("compare", {"lesson": name, "era": entry.kind})
    assert f"##### {name}, {entry.year}" in text_of(app)
    timeline = charts(app)[0].spec
    assert f"<b>{name}</b>" in [text for trace in timeline["data"] for text in trace.get("text", ())]


def test_the_property_table_has_every_scheme_and_every_property():
    *_, element = visit("compare", {}, more=True).table
    table = element.value
    assert table["scheme"].tolist() == [f"**{name}**" for name in SCHEMES]
    columns = {"position", "learned", "past the trained length", "where it acts", "cost", "year", "paper"}
    assert columns <= set(table.columns)
    kinds = dict(zip(SCHEMES, table["position"], strict=True))
    assert (kinds["sinusoidal"], kinds["RoPE"], kinds["NoPE"]) == ("absolute", "relative", "none")


def test_nothing_chosen_and_nothing_to_choose_from_are_said():
    assert "length is 1" in visit("compare", {"length": "1"}).info[0].value
