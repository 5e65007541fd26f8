"""What the Stretch room says and draws."""

import re

import numpy as np
import pytest

from core.scaling import RULES
from pages.shared.words import read, sections
from tests.house import ROOT
from tests.pages.charts import charts
from tests.pages.test_rooms import visit
from tests.said import written

WORDS = read(ROOT / "pages" / "stretch.md")
VIEWS = {  # and the charts of each
    "All pairs": 2,
    "One pair": 1,
    "Rules": 0,
    "YaRN’s two ramps": 1,
    "Attention": 2,
    "Cached keys": 2,
    "Numbers": 0,
}
SIZES = {
    "all rules": {"rules": list(RULES), "context": ["8192", "131072"], "base": "500000"},
    "widest": {"context": ["512", "1048576"], "rotary_dim": "512", "rules": ["Dynamic NTK"]},
    "smallest": {"context": ["512", "512"], "rotary_dim": "4", "base": "2", "rules": ["YaRN", "LongRoPE"]},
}


def told(app):
    return " ".join(element.value for element in (*app.main.markdown, *app.main.caption, *app.main.latex))


def spec(app, index):
    return charts(app)[index].spec


def titles(app):
    """Above the strips: each rule's share of unseen cells."""
    return [
        a["text"] for a in spec(app, 0)["layout"]["annotations"] if written(WORDS["Strip"]).fullmatch(a["text"])
    ]


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("view", VIEWS)
def test_every_view_runs_at_every_size(view, size):
    app = visit("stretch", size | {"stretch_view": view})
    assert not app.exception
    shown = charts(app)
    same = len(set(size["context"])) == 1
    assert len(shown) == (0 if view == "Cached keys" and same else VIEWS[view])
    assert all(chart.alt for chart in shown)
    assert not re.search(r"\bnan\b|\binf\b", told(app))


@pytest.mark.parametrize(
    "query",
    [
        {"context": "", "rules": "", "stretch_view": "", "at_pair": "", "rotary_dim": ""},
        {"context": ["nan", "1e400"], "rules": ["<b>", "YaRN"], "at_pair": "nan", "rotary_dim": "1e400"},
        {"context": ["32768", "4096"], "at_pair": "-9e99", "rotary_dim": "-7"},
        {"context": ["4096"], "rules": ["linear"], "at_pair": "9e99", "rotary_dim": "63.5"},
        {"context": ["4096", "5000", "32768"], "stretch_view": "<script>"},
    ],
)
def test_no_address_breaks_it(query):
    app = visit("stretch", query)
    assert not app.exception
    assert len(charts(app)) == VIEWS["All pairs"]


def test_the_default_view_shows_red_and_how_each_rule_removes_it():
    app = visit("stretch", {})
    assert titles(app) == [
        WORDS("Strip", name=name, share=share)
        for name, share in {"Unscaled": "17.7%", "Linear": "0%", "NTK": "5.6%", "YaRN": "0%"}.items()
    ]
    assert "**46 of 64 pairs**" in told(app)
    assert re.search(r"\[critical dimension\]\(.*?\) 92\)", told(app))
    assert "Unscaled 100.0%, Linear 12.8%, NTK 91.5%, YaRN 100.0%" in told(app)  # 0.2499 / 1.9526 …


def test_four_views_stand_on_one_axis_of_pairs():
    app = visit("stretch", {})
    for index, panels in ((0, 4), (1, 3)):
        layout = spec(app, index)["layout"]
        assert layout["xaxis"]["range"] == [-0.5, 63.5]
        assert len([name for name in layout if name.startswith("yaxis")]) == panels
        assert layout["shapes"][0]["x0"] == 52
    curves = [trace["name"] for trace in spec(app, 1)["data"]]
    assert curves == ["Unscaled", "Linear", "NTK", "YaRN"] * 3


def test_a_reversed_context_is_put_in_order():
    assert titles(visit("stretch", {"context": ["32768", "4096"]})) == titles(visit("stretch", {}))


def test_without_any_rule_it_is_unscaled():
    app = visit("stretch", {})
    app.button_group(key="rules").set_value([]).run()
    assert not app.exception
    assert titles(app) == [WORDS("Strip", name="Unscaled", share="17.7%")]


def test_another_pair_is_marked_everywhere_and_put_into_the_address():
    app = visit("stretch", {})
    app.number_input(key="at_pair_asked").set_value(10).run()
    assert app.query_params["at_pair"] in ("10", ["10"])
    assert {spec(app, index)["layout"]["shapes"][0]["x0"] for index in (0, 1)} == {10}
    app.session_state["stretch_view"] = "One pair"
    app.run()
    assert written(WORDS["One pair: whole"], pair=10, pairs=64).search(told(app))


def test_the_formula_has_the_reader_s_numbers():
    said = told(visit("stretch", {"at_pair": "52", "base": "10000", "stretch_view": "One pair"}))
    arc = 4096 * 10_000 ** (-104 / 128) / (2 * np.pi)
    assert written(WORDS["One pair: arc"], arc=arc, degrees=360 * arc).search(said)
    assert r"10{,}000^{-104/128}" in said
    assert r"5.623\cdot 10^{-4}" in said
    assert r"\frac{32{,}767\;\omega'_{52}}{2\pi}" in said
    table = visit("stretch", {"stretch_view": "One pair"}).table[0].value.set_index("rule")["never seen"]
    assert table.to_dict() == {"Unscaled": "62.5%", "Linear": "0%", "NTK": "30.4%", "YaRN": "0%"}


def test_a_shorter_pair_list_takes_the_last_pair():
    app = visit("stretch", {"rotary_dim": "64"})
    assert app.number_input(key="at_pair_asked").value == 31
    assert WORDS("Head", dim=64, pairs=32, base=10_000) in told(app)


def test_every_chosen_rule_is_explained():
    app = visit("stretch", {"rules": list(RULES), "stretch_view": "Rules"})
    for name, rule in RULES.items():
        assert f"##### {name}, {rule.year}" in told(app)
        assert sections(rule.explanation)["What to look for"] in told(app)


def test_the_ramps_differ_most_where_the_words_say():
    app = visit("stretch", {"context": ["4096", "65536"], "stretch_view": "YaRN’s two ramps"})
    assert written(WORDS["Ramps"], most=38, ratio=3.04, low=20, high=46).search(told(app))


def test_attention_is_measured_with_and_without_the_factor():
    text = told(visit("stretch", {"stretch_view": "Attention"}))
    assert written(WORDS["Sharpened"], name="YaRN", factor=1.2079, by=1.459, entropy=9.352).search(text)
    wanted = {"wanted_keys": 32_768, "wanted_entropy": 9.902}  # ln 32768 − 1/2 = 9.897
    assert written(WORDS["Attention"], **wanted).search(text)
    assert written(WORDS["Sharpened"], name="LongRoPE", factor=1.25**0.5).search(text)  # 1 + ln 8 / ln 4096


def test_cached_keys_are_misread():
    text = told(visit("stretch", {"stretch_view": "Cached keys"}))
    assert written(WORDS["Cached"], effective=57, slowest=57 * 4095, ahead=31, pairs=64).search(text)


def test_a_text_that_does_not_grow_has_no_stale_keys():
    app = visit("stretch", {"context": ["4096", "4096"], "stretch_view": "Cached keys"})
    assert app.info[0].value == WORDS("No growth", original=4096)


def test_numbers_of_llama_2_at_8_times_its_window():
    table = visit("stretch", {"stretch_view": "Numbers"}).table[0].value.set_index("rule")
    assert table["pair 0, per token"].tolist() == ["57.30°", "7.16°", "57.30°", "57.30°"]
    assert table["horizon"].tolist() == ["1,707", "13,649", "5,732", "8,886"]
    assert table["last wavelength"].tolist() == ["54,410", "435,281", "435,281", "435,281"]
    assert table["attention factor"].tolist() == ["1.0000", "1.0000", "1.0000", "1.2079"]
