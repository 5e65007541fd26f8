"""What the RoPE room says and draws."""

import json
import math

import numpy as np
import pytest

from tests.pages.charts import charts
from tests.pages.looks import mounted
from tests.patterns import Known, page_words, pattern
from tests.support.rooms import page, visit

WORDS = page_words("rope")


def arrow_values(app):
    """The values from which the arrows are drawn."""
    return next(part for part in map(json.loads, mounted(app)) if "frequencies" in part)


def test_the_numbers_beside_the_arrows_are_those_of_the_formula():
    query = {"m": "30", "n": "9", "pair": "4", "head_dim": "16", "base": "500000", "scale": "2"}
    app = visit("rope", query)
    theta = 500_000 ** (-8 / 16) / 2
    both, alone = math.cos(21 * theta), math.cos(22 * theta)
    assert f"30 × {theta:.3g} = {30 * theta:,.3g}" in page(app)
    assert f"stays **{both:.3f}**; move the query alone by one token, and it is **{alone:.3f}**" in page(app)
    assert arrow_values(app)["frequencies"][4] == pytest.approx(theta)
    more = page(visit("rope", query, more=True))
    assert f"500,000^(−8/16) / 2 = {theta:.4g}" in more
    assert f"{both:.4f}" in more


def test_what_is_computed_is_under_more_and_in_no_step():
    assert "What pair 8 computes" not in page(visit("rope", {}))
    app = visit("rope", {}, more=True)
    assert "What pair 8 computes" in page(app)
    assert len(app.table) == 1
    assert not visit("rope", {"step": "rope.2"}, more=True).table


def test_a_pair_beyond_the_last_is_the_slowest():
    text = page(visit("rope", {"head_dim": "8", "pair": "100"}))
    assert pattern(WORDS["Turning"], reading=Known(pair=3, pairs=4)).search(text)


def test_positions_beyond_the_sequence_are_its_last():
    assert arrow_values(visit("rope", {"length": "10"}))["last"] == 9
    assert pattern(WORDS["Turning"], reading=Known(m=9)).search(page(visit("rope", {"length": "10"})))


def test_equal_content_falls_and_unrelated_content_has_nothing_to_fade():
    app = visit("rope", {"rotary_view": "Score", "length": "512"})
    *unrelated, equal = (trace["y"] for trace in charts(app)[0].spec["data"])
    theta = 10_000.0 ** (-np.arange(32) / 32)
    assert equal[0] == 64
    assert pattern(WORDS["Score"], head_dim=64, far=100, at_far=2 * np.cos(100 * theta).sum()).search(page(app))
    size = np.abs(unrelated)
    assert len(unrelated) == 5
    assert size[:, -100:].mean() > 0.5 * size[:, :100].mean()  # five draws vary by chance
    assert equal[-100:].mean() < 0.7 * equal[:20].mean()


def test_features_that_do_not_turn_stay_in_the_score_at_any_distance():
    app = visit("rope", {"rotary_view": "Score", "rotary": "0.25"}, more=True)
    assert pattern(WORDS["Score: part"], rotary_dim=16, head_dim=64, still=48).search(page(app))
    (level,) = charts(app)[0].spec["layout"]["shapes"]
    assert level["y0"] == level["y1"] == 48
    assert "10,000^(−2/16) = **0.3162**" in page(app)
    assert "it would be 0.7499" in page(app)  # 10,000^(-2/64)


def test_layouts_name_the_partner_of_a_feature():
    app = visit("rope", {"rotary_view": "Layouts"})
    assert pattern(WORDS["Layouts"], feature=1, interleaved=0, half=33).search(page(app))
    marked = [trace for trace in charts(app)[0].spec["data"] if trace["mode"] == "markers+text"]
    assert [list(trace["text"]) for trace in marked] == [["0", "1"], ["1", "33"]]


@pytest.mark.parametrize("name", ["rotate_half", "GPT-NeoX", "GPT-J"])
def test_layouts_have_the_names_of_the_codes(name):
    titles = [
        note["text"] for note in charts(visit("rope", {"rotary_view": "Layouts"}))[0].spec["layout"]["annotations"]
    ]
    assert any(name in title for title in titles)
