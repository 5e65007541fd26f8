"""What the Stretch room says and draws."""

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest

from core.scaling import RULES
from model_configs.link import pack
from model_configs.model_config import read_config
from model_configs.pair_wavelengths import pair_wavelengths
from model_configs.presets import PRESETS
from pages.shared.words import sections
from tests.pages.charts import charts
from tests.pages.test_rooms import visit
from tests.patterns import page_words, pattern

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
    assert WORDS("Whose: Llama 2", pairs=64, base=10_000) in page(app)
    assert "Unscaled 100%, Linear 12.8%, NTK 91.5%, YaRN 100%" in page(app)  # 0.2499 / 1.9526 …


def test_the_numbers_of_a_model_are_its_own_and_its_rule_is_marked():
    app = visit("stretch", {"model": "Llama-3.1-8B"})
    assert WORDS("Whose: model", name="Llama-3.1-8B", pairs=64, base=5e5, rule="Llama 3 × 8") in page(app)
    assert "**35 of 64 pairs**" in page(app)
    assert app.button_group(key="rules").value == ["Unscaled", "Linear", "NTK", "YaRN", "Llama 3"]
    kind = read_config(PRESETS["Llama-3.1-8B"].config).layer_types[0]
    wavelengths = pair_wavelengths(kind, 131_072)
    strips = [trace for trace in spec(app, 0)["data"] if trace["type"] == "heatmap"]
    red = np.asarray(strips[-1]["z"]).reshape(-1, 64).any(axis=0)  # (pairs,)
    assert red.sum() == wavelengths.unseen_pairs.sum() == 29
    (strip_title,) = [note["text"] for note in spec(app, 0)["layout"]["annotations"] if "Llama 3" in note["text"]]
    assert pattern(WORDS["Strip: own"], name="Llama 3").fullmatch(strip_title)
    layout = visit("stretch", {"model": "Llama-3.1-8B", "target_context": "262144"})
    assert "262,144 tokens" in page(layout)


@pytest.mark.parametrize("model", ["BERT-base", "Gemma 3 12b", "Qwen2.5-7B-Instruct-1M"])
def test_a_model_whose_rules_cannot_be_drawn_says_so(model):
    app = visit("stretch", {"model": model})
    assert not charts(app)
    assert model in page(app) or "Learned" in page(app)


def test_a_config_of_the_reader_is_named_and_links_between_the_parts_keep_it():
    mine = pack(read_config({"model_type": "llama", "head_dim": 64, "rope_theta": 250_000.0, **LENGTHS}))
    app = visit("stretch", {"model": "your config", "config": mine, "rules": ["NTK"], "at_pair": "3"})
    assert WORDS("Whose: model", name="your config", pairs=32, base=25e4, rule="Unscaled") in page(app)
    links = links_of(app)
    assert parse_qs(urlsplit(links["Angles"]).query) == {"model": ["your config"], "config": [mine]}
    assert links_of(visit("model", {}))["Rules"] == "stretch?model=Llama-3.1-8B"


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
        assert layout["shapes"][0]["x0"] == 52
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
    app.number_input(key="at_pair").set_value(10).run()
    assert app.query_params["at_pair"] in ("10", ["10"])
    assert pattern(WORDS["One pair: whole"], pair=10, pairs=64).search(page(app))
    del app.query_params["stretch_view"]
    app.run()
    assert {spec(app, index)["layout"]["shapes"][0]["x0"] for index in (0, 1)} == {10}


def test_the_formula_has_the_reader_s_numbers():
    text = page(visit("stretch", {"at_pair": "52", "base": "10000", "stretch_view": "One pair"}))
    arc = 4096 * 10_000 ** (-104 / 128) / (2 * np.pi)
    assert pattern(WORDS["One pair: arc"], arc=arc, degrees=360 * arc).search(text)
    assert r"10{,}000^{-104/128}" in text
    assert r"5.623\cdot 10^{-4}" in text
    assert r"\frac{32{,}767\;\omega'_{52}}{2\pi}" in text
    table = visit("stretch", {"stretch_view": "One pair"}).table[0].value.set_index("rule")["never seen"]
    assert table.to_dict() == {"Unscaled": "62.5%", "Linear": "0%", "NTK": "30.4%", "YaRN": "0%"}


def test_a_shorter_pair_list_takes_the_last_pair():
    app = visit("stretch", {"rotary_dim": "64", "at_pair": "52", "stretch_view": "One pair"})
    assert app.number_input(key="at_pair").value == 31
    assert WORDS("Whose: sliders", dim=64, pairs=32, base=10_000) in page(visit("stretch", {"rotary_dim": "64"}))


def test_every_chosen_rule_is_explained():
    app = visit("stretch", {"rules": list(RULES), "stretch_view": "Rules"})
    for name, rule in RULES.items():
        assert f"##### {name}, {rule.year}" in page(app)
        assert sections(rule.explanation)["What to look for"] in page(app)


def test_the_ramps_differ_most_where_the_words_say():
    app = visit("stretch", {"context": ["4096", "65536"], "stretch_view": "YaRN’s two ramps"})
    assert pattern(WORDS["Ramps"], most=38, ratio=3.04, low=20, high=46).search(page(app))


def test_attention_is_measured_with_and_without_the_factor():
    text = page(visit("stretch", {"stretch_view": "Attention"}))
    assert pattern(WORDS["Sharpened"], name="YaRN", factor=1.2079, by=1.459, entropy=9.352).search(text)
    facts = {"wanted_keys": 32_768, "wanted_entropy": 9.902}  # ln 32768 − 1/2 = 9.897
    assert pattern(WORDS["Attention"], **facts).search(text)
    assert pattern(WORDS["Sharpened"], name="LongRoPE", factor=1.25**0.5).search(text)  # 1 + ln 8 / ln 4096


def test_cached_keys_are_misread():
    text = page(visit("stretch", {"stretch_view": "Cached keys"}))
    assert pattern(WORDS["Cached"], effective=57, slowest=57 * 4095, ahead=31, pairs=64).search(text)


def test_a_text_that_does_not_grow_has_no_stale_keys():
    app = visit("stretch", {"context": ["4096", "4096"], "stretch_view": "Cached keys"})
    assert app.info[0].value == WORDS("No growth", original=4096)


def test_numbers_of_llama_2_at_8_times_its_window():
    table = visit("stretch", {"stretch_view": "Numbers"}).table[0].value.set_index("rule")
    assert table["pair 0, per token"].tolist() == ["57.30°", "7.16°", "57.30°", "57.30°"]
    assert table["horizon"].tolist() == ["1,707", "13,649", "5,732", "8,886"]
    assert table["last wavelength"].tolist() == ["54,410", "435,281", "435,281", "435,281"]
    assert table["attention factor"].tolist() == ["1.0000", "1.0000", "1.0000", "1.2079"]
