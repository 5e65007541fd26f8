"""A prompt of text, images and videos, written as a line: text 4, image 4 × 6, video 3 × 2 × 3."""

import re

from core.inputs.checked import checked
from core.inputs.parameter import check_whole, whole

MAX_LENGTH = 400  # characters
MAX_PARTS = 32
MAX_TOKENS = 65_536
MAX_FACTOR = 16
_PART = re.compile(r"(text|image|video)s?\s*([0-9\s×x*]+)", re.IGNORECASE)
_SIDES = {"text": 1, "image": 2, "video": 3}
Part = tuple[str, int | tuple[int, int, int]]


def read_prompt(
    # untrusted; "text 5, image 4 × 6; video 2 × 4 × 6": commas or semicolons, merged patches, × or x or *
    text: str,
) -> list[Part]:
    """The parts of a prompt, as `core.beyond_text.prompt.prompt_positions` takes them."""
    if len(text) > MAX_LENGTH:
        raise ValueError(f"prompt must have at most {MAX_LENGTH} characters, got {len(text):,}")
    written = [part.strip() for part in re.split(r"[,;\n]", text) if part.strip()]
    if not 1 <= len(written) <= MAX_PARTS:
        raise ValueError(f"prompt must have from 1 to {MAX_PARTS} parts, got {len(written)}")
    parts = [_read(part, f"part {number}") for number, part in enumerate(written, 1)]
    check_length(parts)
    return parts


def check_length(parts: list[Part]) -> None:
    """See that a prompt has at most MAX_TOKENS tokens without its marks."""
    tokens = sum(_tokens(size) for _, size in parts)
    if tokens > MAX_TOKENS:
        raise ValueError(f"prompt must have at most {MAX_TOKENS:,} tokens, got {tokens:,}")


@checked(whole("factor", 1, MAX_FACTOR))
def enlarged(parts: list[Part], factor: int) -> list[Part]:
    """The same prompt with images and videos of `factor` times as many rows and columns."""
    larger: list[Part] = [
        (kind, size if isinstance(size, int) else (size[0], size[1] * factor, size[2] * factor))
        for kind, size in parts
    ]
    check_length(larger)
    return larger


def _tokens(size: int | tuple[int, int, int]) -> int:
    return size if isinstance(size, int) else size[0] * size[1] * size[2]


def _read(part: str, name: str) -> Part:
    match = _PART.fullmatch(part)
    sides = [side.strip() for side in re.split(r"[×x*]", match[2], flags=re.IGNORECASE)] if match else []
    if not match or len(sides) != _SIDES[match[1].lower()] or not all(side.isdecimal() for side in sides):
        raise ValueError(f"{name} must be text N, image R × C or video F × R × C, got {part[:40]!r}")
    kind = match[1].lower()
    lengths = [check_whole(int(side), f"{name}, {kind},", 1, MAX_TOKENS) for side in sides]
    if kind == "text":
        return kind, lengths[0]
    frames, rows, columns = [1, *lengths] if kind == "image" else lengths
    return kind, (frames, rows, columns)
