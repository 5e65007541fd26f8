"""What the RoPE room says and draws."""

import json
import math
import re

import pytest

from tests.pages.charts import charts
from tests.pages.looks import mounted
from tests.pages.test_rooms import page, visit
from tests.patterns import Known, page_words, pattern

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


def test_means_that_the_paper_draws():  # Su et al. 2021, section 3.4.3, d = 128: see tests/core/test_rotary.py
    text = page(visit("rope", {"rotary_view": "Score", "head_dim": "128"}, more=True))
    assert "**128** at offset 0" in text
    assert "32.50, 17.95 and 10.23" in text
    assert "2 × 2,080 = **4,160**" in text  # 2 · (1 + 2 + … + 64)


def test_the_score_in_words_is_the_one_in_the_chart():
    app = visit("rope", {"rotary_view": "Score", "vectors": "random"})
    values = [float(value.replace("−", "-")) for value in re.findall(r"(\S+) at \d", charts(app)[0].alt)]
    assert len(values) == 3
    assert pattern(WORDS["random"], reading=Known(at=values)).search(page(app))


def test_layouts_measure_what_breaks():
    app = visit("rope", {"rotary_view": "Layouts"})
    permuted, mixed, torn = (metric.value for metric in app.metric)
    assert permuted == "0" or "10⁻" in permuted
    assert float(mixed) > 1
    assert float(torn) > 1
    assert "(0, 32), (1, 33)" in page(app)


def test_denominators_are_the_turning_features():
    text = page(visit("rope", {"rotary_view": "Partial"}, more=True))
    assert "**16 of 64**" in text
    assert "10,000^(−2/16) = **0.3162**" in text
    assert "it would be 0.7499" in text  # 10,000^(-2/64)


def test_values_measure_what_moves():
    rounding, turned, restored = (metric.value for metric in visit("rope", {"rotary_view": "Values"}).metric)
    assert "10⁻¹" in rounding
    assert "10⁻¹" in restored
    assert 0.1 < float(turned) < 2
