"""Positions of prompts with images and videos."""

from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.beyond_text.mrope import HEADS, axis_steps, head_steps
from core.beyond_text.prompt import MAX_FACTOR, enlarge_images, prompt_positions, read_prompt
from tests.support.untrusted import OFTEN, json_values, texts

# ---- Prompt.

MODELS = ("Qwen2-VL", "Qwen2.5-VL", "Qwen3-VL")
VERSIONS = ("5.23.0", "4.57.3")


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("model", MODELS)
def test_text_counts_on_all_three_axes(model, version):
    tracks = prompt_positions([("text", 5), ("text", 3)], model=model, version=version)
    np.testing.assert_array_equal(tracks.positions, np.tile(np.arange(8), (3, 1)))
    assert (tracks.delta, tracks.next_position) == (0, 8)


def test_time_is_in_steps_of_seconds_or_in_marks():
    video = [("video", (4, 2, 2))]
    steps = {
        "Qwen2-VL": [1, 2, 3, 4],
        "Qwen2.5-VL": [1, 2, 4, 5],  # 1.5 steps a frame, rounded down
    }
    for model, times in steps.items():
        tracks = prompt_positions(video, model=model, seconds=[0.75] if model == "Qwen2.5-VL" else None)
        np.testing.assert_array_equal(tracks.positions[0, tracks.kinds == 2], times)
    tracks = prompt_positions(video, model="Qwen3-VL")
    np.testing.assert_array_equal(tracks.kinds, [0, 2, 0] * 4)
    np.testing.assert_array_equal(tracks.positions[0], np.arange(12))


def test_the_older_version_drops_fractions_of_seconds():
    tracks = prompt_positions([("video", (3, 2, 2))], model="Qwen2.5-VL", version="4.57.3", seconds=[0.75])
    np.testing.assert_array_equal(tracks.positions[0], [0, 1, 1, 1, 2])


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("model", MODELS)
def test_positions_never_fall_behind_text_before(model, version):
    parts = [("text", 3), ("image", (1, 8, 2)), ("image", (1, 2, 6)), ("text", 1), ("image", (1, 4, 4))]
    tracks = prompt_positions(parts, model=model, version=version)
    text = tracks.positions[0, tracks.kinds == 0]
    assert (np.diff(text) > 0).all()
    assert tracks.positions.max() + 1 - tracks.positions.shape[1] == tracks.delta


def test_an_empty_prompt_has_no_positions():
    tracks = prompt_positions([])
    assert tracks.positions.shape == (3, 0)
    assert (tracks.delta, tracks.next_position) == (0, 0)


def test_a_million_tokens_are_taken_and_more_are_refused():
    assert prompt_positions([("text", 2**20)]).positions.shape == (3, 2**20)
    with pytest.raises(ValueError, match=r"^parts must be at most 1,048,576 tokens, got 2,097,152"):
        prompt_positions([("text", 2**20)] * 2)


# ---- Prompts that readers write are read, or refused by name.


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("text 4, image 4 × 6, text 4", [("text", 4), ("image", (1, 4, 6)), ("text", 4)]),
        ("Video 3x2*5; TEXT 1", [("video", (3, 2, 5)), ("text", 1)]),
        ("images 2×2,\n,text1", [("image", (1, 2, 2)), ("text", 1)]),
    ],
)
def test_a_prompt_is_read(text, parts):
    assert read_prompt(text) == parts
    assert prompt_positions(parts, merge=1).positions.shape[0] == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "prompt must have from 1 to 32 parts, got 0"),
        ("text 1," * 33, "prompt must have from 1 to 32 parts, got 33"),
        ("x" * 401, "prompt must have at most 400 characters, got 401"),
        ("text 1, song 4", r"part 2 must be text N, image R × C or video F × R × C, got 'song 4'"),
        ("image 4", "part 1 must be text N, image R × C or video"),
        ("image 4 × 4 × 4", "part 1 must be text N"),
        ("text ٣", "part 1 must be text N"),
        ("text -3", "part 1 must be text N"),
        ("text 0", "part 1, text, must be a whole number from 1 to 65536, got 0"),
        ("text 1000000", "part 1, text, must be a whole number from 1 to 65536, got 1000000"),
        ("image 9000 × 9000", "prompt must have at most 65,536 tokens, got 81,000,000"),
        ("text " + "9" * 300, "part 1, text, must be a whole number from 1 to 65536"),
    ],
)
def test_a_bad_prompt_is_refused_by_name(text, message):
    with pytest.raises(ValueError, match=message):
        read_prompt(text)


def test_images_and_videos_are_enlarged_and_text_is_not():
    parts = [("text", 4), ("image", (1, 4, 6)), ("video", (3, 2, 3))]
    assert enlarge_images(parts, 2) == [("text", 4), ("image", (1, 8, 12)), ("video", (3, 4, 6))]
    for factor in (0, MAX_FACTOR + 1):
        with pytest.raises(ValueError, match="factor must be a whole number from 1 to 16"):
            enlarge_images(parts, factor)
    with pytest.raises(ValueError, match="prompt must have at most 65,536 tokens"):
        enlarge_images([("image", (1, 100, 100))], 16)


def test_an_image_four_times_as_large_costs_twice_the_positions():
    result = [prompt_positions(enlarge_images([("image", (1, 8, 8))], factor), merge=1) for factor in (1, 2)]
    assert [each.positions.shape[1] - 2 for each in result] == [64, 256]
    assert [each.next_position - 2 for each in result] == [8, 16]


def test_released_heads_are_those_of_their_configs():
    head = HEADS["Qwen3-VL"]
    expected = axis_steps(sections=(24, 20, 20), base=5e6, arrangement="interleaved", steps=3)
    assert head_steps(head, 3).change.tolist() == expected.change.tolist()
    assert sum(HEADS["Qwen2-VL"].sections) == 64


PIECES = ("text", "image", "video", " ", "4", "10", "99999", "×", "x", ",", ";", "-1", "٣")


@OFTEN
@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=5), max_size=16).map("".join))
def test_any_prompt_is_refused_or_has_three_positions_a_token(text):
    with suppress(ValueError):
        assert prompt_positions(read_prompt(text), merge=1).positions.shape[0] == 3


@OFTEN
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["text", "image", "video"]) | texts,
            st.integers(0, 50) | st.lists(st.integers(-2, 40).map(lambda half: 2 * half), max_size=4) | json_values,
        )
        | json_values,
        max_size=5,
    ),
    st.sampled_from(["Qwen2-VL", "Qwen2.5-VL", "Qwen3-VL"]),
)
def test_any_parts_are_refused_or_have_three_positions_a_token(parts, model):
    with suppress(ValueError):
        tracks = prompt_positions(parts, model=model)
        assert tracks.positions.shape == (3, len(tracks.kinds))
