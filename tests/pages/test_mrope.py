"""What the M-RoPE room says, shows and refuses."""

import pytest

from pages.shared.words import read
from tests.house import ROOT
from tests.pages.charts import charts
from tests.pages.test_rooms import visit
from tests.said import written

WORDS = read(ROOT / "pages/mrope.md")


def told(app):
    return " ".join(text.value for text in app.main.markdown).replace("\n", " ")


def test_the_default_view_makes_its_point_untouched():
    app = visit("mrope", {})
    assert "**24 tokens cost 6 positions**: the next token stands at **11**" in told(app)
    assert "Counted one by one it would stand at 29. So the text after the image is nearer" in told(app)
    (figure,) = charts(app)
    assert [trace["name"] for trace in figure.spec["data"]] == ["time", "height", "width"]
    assert [metric.value for metric in app.metric] == ["34", "16", "−18"]


@pytest.mark.parametrize(
    "prompt", ["image 1 × 1", "text 1", "video 16 × 1 × 1, image 3 x 40", "text 2, video 6 × 2 × 3, text 4"]
)
@pytest.mark.parametrize("model", ["Qwen2-VL", "Qwen2.5-VL", "Qwen3-VL"])
def test_any_prompt_is_shown(prompt, model):
    app = visit("mrope", {"prompt": prompt, "time_rule": model, "factor": "8"})
    assert not app.exception
    assert not app.warning


@pytest.mark.parametrize(
    "prompt", ["text 1000000", "image 4", "<script>alert(1)</script>", "image 300 × 300, text 1"]
)
def test_a_prompt_that_cannot_be_read_is_refused_by_name(prompt):
    app = visit("mrope", {"prompt": prompt})
    assert not app.exception
    assert written(WORDS["Refused"]).search(app.warning[0].value)
    assert "cost 6 positions" in told(app)


def test_an_image_enlarged_costs_positions_as_its_side():
    assert "**96 tokens cost 12 positions**" in told(visit("mrope", {"factor": "2"}))


@pytest.mark.parametrize(
    ("query", "heading"),
    [
        ({}, "nearer"),
        ({"prompt": "text 2, image 1 × 6"}, "same"),
        ({"prompt": "text 2, video 9 × 1 × 1, text 1", "time_rule": "Qwen2.5-VL"}, "farther"),
    ],
)
def test_the_text_after_an_image_is_nearer_or_farther_as_its_shape_says(query, heading):
    text = told(visit("mrope", query))
    each = {name: bool(written(WORDS[f"Continues: {name}"]).search(text)) for name in ("nearer", "same", "farther")}
    assert each == {name: name == heading for name in each}


def test_where_versions_disagree_the_prompt_says_so():
    app = visit("mrope", {"prompt": "text 2, video 6 × 2 × 3, text 4"})
    assert "4.57.3 goes on at 14, 5.23.0 at 11" in app.info[0].value
    assert not visit("mrope", {}).info


def test_one_column_hardly_changes_a_score_where_pairs_are_chunked():
    text = told(visit("mrope", {"mrope_view": "Pairs"}))
    assert "1.8 × 10⁻⁴ rad a step**, once in 35,332" in text or "35,333" in text
    assert "changes by **3.8 × 10⁻⁵** in Qwen2-VL and by **0.0872** in Qwen3-VL" in text
    assert "loses 4.5 × 10⁻⁸" in text


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({}, "the next token stands at **9**. In 5.23.0 it stands at **6**"),
        ({"frames": "3"}, "at **6** in transformers 4.57.3 and at **6** in 5.23.0"),
    ],
)
def test_two_versions_go_on_at_their_places_after_a_video(query, said):
    assert said in told(visit("mrope", {"mrope_view": "After a video"} | query))
