"""Prompts that readers write are read, or refused by name."""

import pytest

from core.beyond_text.axis_steps import HEADS, axis_steps, head_steps
from core.beyond_text.prompt import MAX_FACTOR, enlarged, prompt_positions, read_prompt


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
    assert enlarged(parts, 2) == [("text", 4), ("image", (1, 8, 12)), ("video", (3, 4, 6))]
    for factor in (0, MAX_FACTOR + 1):
        with pytest.raises(ValueError, match="factor must be a whole number from 1 to 16"):
            enlarged(parts, factor)
    with pytest.raises(ValueError, match="prompt must have at most 65,536 tokens"):
        enlarged([("image", (1, 100, 100))], 16)


def test_an_image_four_times_as_large_costs_twice_the_positions():
    found = [prompt_positions(enlarged([("image", (1, 8, 8))], factor), merge=1) for factor in (1, 2)]
    assert [each.positions.shape[1] - 2 for each in found] == [64, 256]
    assert [each.following - 2 for each in found] == [8, 16]


def test_released_heads_are_those_of_their_configs():
    head = HEADS["Qwen3-VL"]
    wanted = axis_steps(sections=(24, 20, 20), base=5e6, arrangement="interleaved", steps=3)
    assert head_steps(head, 3).change.tolist() == wanted.change.tolist()
    assert sum(HEADS["Qwen2-VL"].sections) == 64
