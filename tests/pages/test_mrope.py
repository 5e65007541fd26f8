"""What the M-RoPE room says, shows and refuses."""

import math

import pytest

from tests.pages.charts import charts
from tests.pages.test_rooms import page, visit
from tests.patterns import page_words, pattern

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


def test_where_versions_disagree_the_prompt_says_so():
    app = visit("mrope", {"prompt": "text 2, video 6 × 2 × 3, text 4"})
    assert app.info[0].value == WORDS("Disagree", rule="4.57.3", here=14, other="5.23.0", there=11)
    assert not visit("mrope", {}).info


def test_one_column_hardly_changes_a_score_where_pairs_are_chunked():
    text = page(visit("mrope", {"mrope_view": "Pairs"}, more=True))
    wave = 2 * math.pi * 1e6 ** (40 / 64)  # the width begins at pair 40 of 64
    assert pattern(WORDS["Pairs"], chunked_wave=wave).search(text)
    assert pattern(WORDS["Change"], chunked_change="3.8 × 10⁻⁵", interleaved_change="0.0872").search(text)
    assert pattern(WORDS["Change: lost"], lost="4.5 × 10⁻⁸").search(text)


@pytest.mark.parametrize(
    ("query", "heading", "old", "new"), [({}, "Versions", 9, 6), ({"frames": "3"}, "Versions: agree", 6, 6)]
)
def test_two_versions_go_on_at_their_places_after_a_video(query, heading, old, new):
    text = page(visit("mrope", {"mrope_view": "After a video"} | query))
    assert pattern(WORDS[heading], old=old, new=new).search(text)
