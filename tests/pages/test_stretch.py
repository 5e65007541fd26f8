"""What the Stretch room says and draws."""

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest

from core.long_context.trained import curves
from core.scaling import RULES
from model_configs.link import pack
from model_configs.model_config import read_config
from model_configs.pair_wavelengths import pair_wavelengths
from model_configs.presets import PRESETS
from pages.shared.words import sections
from tests.pages.charts import charts
from tests.patterns import page_words, pattern
from tests.support.rooms import visit
from tests.support.sliders import move, slider_text

WORDS = page_words("stretch")
LENGTHS = {"max_position_embeddings": 4096}


def page(app):
    return " ".join(element.value for element in (*app.main.markdown, *app.main.caption, *app.main.latex))


def spec(app, index):
    return charts(app)[index].spec


def titles(app):
    """Above the strips: each rule's share of unseen cells."""
    strip = pattern(WORDS["Strip"])
    return [note["text"] for note in spec(app, 0)["layout"]["annotations"] if strip.fullmatch(note["text"])]


def test_the_default_view_shows_red_and_how_each_rule_removes_it():
    app = visit("stretch", {})
    assert titles(app) == [
        WORDS("Strip", name=name, share=share)
        for name, share in {"Unscaled": "17.7%", "Linear": "0%", "NTK": "5.6%", "YaRN": "0%"}.items()
    ]
    assert "**46 of 64 pairs**" in page(app)
    assert "of **Llama 2 7B**" in page(app)


def test_no_red_is_not_called_solved_and_the_trained_models_say_why():
    """The rule that trained models read worst has no red; what they make of it is core's stored result."""
    facts = {"guess": 4.14, "times": 8, "worst": "Linear", "best": "YaRN"}
    for name, size in curves.SIZES.items():
        losses = curves.means("rules", curves.sources_of_rules(8), 4 * size.length, 8 * size.length, size)
        assert (max(losses, key=losses.get), min(losses, key=losses.get)) == ("Linear", "YaRN")
        facts |= {f"worst_{name}": losses["Linear"], f"best_{name}": losses["YaRN"]}
    worst = facts["worst"]
    app = visit("stretch", {"rules": [worst]})
    assert WORDS("Not solved", **facts) in page(app)
    assert titles(app) == [WORDS("Strip", name=worst, share="0%")]
    assert app.button(key="measured").label == WORDS("Measured", **facts)


def test_the_numbers_of_a_model_are_its_own_and_its_rule_is_marked():
    app = visit("stretch", {"model": "Llama-3.1-8B"})
    facts = {"complete": 35, "pairs": 64, "rest": 29, "original": 8192, "target": 131_072, "claim": 131_072}
    assert WORDS("Linked: at first", name="Llama-3.1-8B", **facts) in page(app)
    assert app.button_group(key="rules").value == ["Unscaled", "Linear", "NTK", "YaRN", "Llama 3"]
    kind = read_config(PRESETS["Llama-3.1-8B"].config).layer_types[0]
    wavelengths = pair_wavelengths(kind, 131_072)
    strips = [trace for trace in spec(app, 0)["data"] if trace["type"] == "heatmap"]
    red = np.asarray(strips[-1]["z"]).reshape(-1, 64).any(axis=0)  # (pairs,)
    assert red.sum() == wavelengths.unseen_pairs.sum() == 29
    (strip_title,) = [note["text"] for note in spec(app, 0)["layout"]["annotations"] if "Llama 3" in note["text"]]
    assert pattern(WORDS["Strip: own"], name="Llama 3").fullmatch(strip_title)
    layout = visit("stretch", {"model": "Llama-3.1-8B", "target_context": "262144"})
    assert "262,144" in page(layout)


@pytest.mark.parametrize("model", ["BERT-base", "Gemma 3 12b", "Qwen2.5-7B-Instruct-1M"])
def test_a_model_whose_rules_cannot_be_drawn_says_so(model):
    app = visit("stretch", {"model": model})
    assert not charts(app)
    assert model in page(app) or "Learned" in page(app)


def test_a_config_of_the_reader_is_named_and_links_between_the_parts_keep_it():
    mine = pack(read_config({"model_type": "llama", "head_dim": 64, "rope_theta": 250_000.0, **LENGTHS}))
    app = visit("stretch", {"model": "your config", "config": mine, "rules": ["NTK"], "at_pair": "3"})
    assert "of 32 pairs** of **your config (llama)**" in page(app)
    links = links_of(app)
    assert parse_qs(urlsplit(links["Angles"]).query) == {"model": ["your config"], "config": [mine]}
    assert links_of(visit("model", {}))["Rules"] == "stretch?model=Qwen2.5-7B"


def links_of(app):
    """Addresses of the row of views by label."""
    row = next(html.proto.body for html in app.get("html") if 'nav class="views"' in html.proto.body)
    return {text: unescape(href) for href, text in re.findall(r'<a href="([^"]*)"[^>]*>([^<]*)</a>', row)}


def test_two_views_stand_on_one_axis_of_pairs():
    app = visit("stretch", {})
    for index, panels in ((0, 4), (1, 2)):
        layout = spec(app, index)["layout"]
        assert layout["xaxis"]["range"] == [-0.5, 63.5]
        assert len([name for name in layout if name.startswith("yaxis")]) == panels
        assert not [shape for shape in layout["shapes"] if shape["line"].get("dash") == "dot"]  # no pair is chosen
    curves = [trace["name"] for trace in spec(app, 1)["data"]]
    assert curves == ["Unscaled", "Linear", "NTK", "YaRN"] * 2
    assert {"Unscaled", "Linear", "NTK", "YaRN"} <= {note["text"] for note in spec(app, 1)["layout"]["annotations"]}


def test_a_reversed_context_is_put_in_order():
    assert titles(visit("stretch", {"context": ["32768", "4096"]})) == titles(visit("stretch", {}))


def test_without_any_rule_it_is_unscaled():
    app = visit("stretch", {})
    app.button_group(key="rules").set_value([]).run()
    assert titles(app) == [WORDS("Strip", name="Unscaled", share="17.7%")]


def test_another_pair_is_marked_everywhere_and_put_into_the_address():
    app = visit("stretch", {"stretch_view": "One pair"})
    move(app, "at_pair", "10")
    assert app.query_params["at_pair"] in ("10", ["10"])
    assert pattern(WORDS["One pair: whole"], pair=10, pairs=64).search(page(app))
    del app.query_params["stretch_view"]
    app.run()
    assert {spec(app, index)["layout"]["shapes"][0]["x0"] for index in (0, 1)} == {10}


def test_one_pair_has_its_arc_and_where_each_rule_takes_it():
    app = visit("stretch", {"at_pair": "52", "base": "10000", "stretch_view": "One pair"})
    arc = 4096 * 10_000 ** (-104 / 128) / (2 * np.pi)
    assert pattern(WORDS["One pair: arc"], pair=52, arc=arc, degrees=360 * arc).search(page(app))
    table = app.table[0].value.set_index("rule")
    assert table["never seen"].to_dict() == {"Unscaled": "62.5%", "Linear": "0%", "NTK": "30.4%", "YaRN": "0%"}
    assert table["speed"].to_dict() == {"Unscaled": "1 ×", "Linear": "0.125 ×", "NTK": "0.18 ×", "YaRN": "0.125 ×"}


def test_a_shorter_pair_list_takes_the_last_pair():
    app = visit("stretch", {"rotary_dim": "64", "at_pair": "52", "stretch_view": "One pair"})
    assert slider_text(app, "at_pair") == "31"
    assert WORDS("Whose: sliders", pairs=32, base=10_000) in page(visit("stretch", {"rotary_dim": "64"}))


def test_every_chosen_rule_is_explained():
    app = visit("stretch", {"rules": list(RULES), "stretch_view": "Rules"}, more=True)  # a former view of its own
    for name, rule in RULES.items():
        assert f"##### {name}, {rule.year}" in page(app)
        assert sections(rule.explanation)["What to look for"] in page(app)


def test_the_ramps_differ_most_where_the_words_say():
    app = visit("stretch", {"context": ["4096", "65536"], "stretch_view": "YaRN’s two ramps"})
    assert pattern(WORDS["Ramps"], most=38, ratio=3.04, low=20, high=46).search(page(app))


def test_what_rules_cost_llama_2_at_8_times_its_window():
    table = visit("stretch", {}, more=True).table[0].value.set_index("rule")
    assert table["pair 0, a token"].tolist() == ["57.30°", "7.16°", "57.30°", "57.30°"]
    assert table["last wavelength"].tolist() == ["54,410", "435,281", "435,281", "435,281"]
    assert table["neighbours"].tolist() == ["100%", "12.8%", "91.5%", "100%"]  # 0.2499 / 1.9526 …
    assert table["attention ×"].tolist() == ["1.000", "1.000", "1.000", "1.459"]  # (0.1 ln 8 + 1)²
