"""What the M-RoPE room says, shows and refuses."""

import math

import numpy as np
import pytest

from tests.pages.charts import charts
from tests.patterns import page_words, pattern
from tests.support.rooms import page, visit

WORDS = page_words("mrope")


def test_the_default_view_makes_its_point_untouched():
    app = visit("mrope", {}, more=True)
    assert pattern(WORDS["Continues"], kind="image", first=24, further=6, after=11).search(page(app))
    assert pattern(WORDS["Continues: nearer"], kind="image", at=29).search(page(app))
    (figure,) = charts(app)
    assert [trace["name"] for trace in figure.spec["data"]] == ["time", "height", "width"]
    assert [metric.value for metric in app.metric] == ["34", "16", "−18"]


@pytest.mark.parametrize(
    "prompt", ["text 1000000", "image 4", "<script>alert(1)</script>", "image 300 × 300, text 1"]
)
def test_a_prompt_that_cannot_be_read_is_refused_by_name(prompt):
    app = visit("mrope", {"prompt": prompt})
    assert pattern(WORDS["Refused"]).search(app.warning[0].value)
    assert "cost 6 positions" in page(app)


def test_an_image_enlarged_costs_positions_as_its_side():
    assert "**96 tokens cost 12 positions**" in page(visit("mrope", {"factor": "2"}))


@pytest.mark.parametrize(
    ("query", "heading"),
    [
        ({}, "nearer"),
        ({"prompt": "text 2, image 1 × 6"}, "same"),
        ({"prompt": "text 2, video 9 × 1 × 1, text 1", "time_rule": "Qwen2.5-VL"}, "farther"),
    ],
)
def test_the_text_after_an_image_is_nearer_or_farther_as_its_shape_says(query, heading):
    text = page(visit("mrope", query))
    each = {name: bool(pattern(WORDS[f"Continues: {name}"]).search(text)) for name in ("nearer", "same", "farther")}
    assert each == {name: name == heading for name in each}


def test_where_versions_disagree_both_are_drawn_and_said():
    app = visit("mrope", {"prompt": "text 2, video 6 × 2 × 3, text 4"})
    assert app.info[0].value == WORDS("Disagree", here=14, there=11)
    *axes, newer = charts(app)[0].spec["data"]
    assert len(axes) == 3
    assert (axes[0]["customdata"][-1], newer["customdata"][-1]) == (13, 10)
    assert newer["line"]["dash"] == "dash"


@pytest.mark.parametrize("query", [{}, {"prompt": "text 2, video 6 × 2 × 3, text 4", "factor": "2"}])
def test_without_a_video_longer_than_wide_versions_agree(query):
    app = visit("mrope", query)
    assert not app.info
    assert len(charts(app)[0].spec["data"]) == 3


def test_pairs_of_the_width_turn_within_a_picture_where_they_are_dealt_out_in_turn():
    app = visit("mrope", {"mrope_view": "Pairs"}, more=True)
    within = int((10.0 ** (np.log10(5e6) * np.arange(2, 60, 3) / 64) * 2 * np.pi <= 40).sum())
    assert pattern(WORDS["Pairs"], chunked_within=0, interleaved_within=within).search(page(app))
    assert pattern(WORDS["Change: lost"]).search(page(app))
    wave = 2 * math.pi * 1e6 ** (40 / 64)  # the width begins at pair 40 of 64
    assert f"{wave:,.1f}" in app.latex[0].value
    app = visit("mrope", {"mrope_view": "Pairs", "steps": "1"}, more=True)
    assert pattern(WORDS["Change"], chunked_change="3.8 × 10⁻⁵", interleaved_change="0.0872").search(page(app))
    assert pattern(WORDS["Change: lost"], lost="4.5 × 10⁻⁸").search(page(app))
