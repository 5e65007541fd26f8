"""Prompts of text, images and videos, written as a line such as text 4, image 4 × 6; the positions of tokens."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.beyond_text.coordinates import cartesian_product
from core.beyond_text.sizes import MAX_SIDE, MAX_TOKENS, check_tokens, real
from core.inputs.checked import checked
from core.inputs.parameter import Choice, check_whole, whole

MAX_LENGTH = 400  # characters
MAX_WRITTEN_PARTS = 32
MAX_WRITTEN_TOKENS = 65_536
MAX_FACTOR = 16
_PART = re.compile(r"(text|image|video)s?\s*([0-9\s×x*]+)", re.IGNORECASE)
_SIDES = {"text": 1, "image": 2, "video": 3}
Segment = tuple[str, int | tuple[int, int, int]]


def read_prompt(text: str) -> list[Segment]:  # untrusted
    """The parts of a prompt such as "text 5, image 4 × 6; video 2 × 4 × 6", whose sides are merged patches."""
    if len(text) > MAX_LENGTH:
        raise ValueError(f"prompt must have at most {MAX_LENGTH} characters, got {len(text):,}")
    pieces = [part.strip() for part in re.split(r"[,;\n]", text) if part.strip()]
    if not 1 <= len(pieces) <= MAX_WRITTEN_PARTS:
        raise ValueError(f"prompt must have from 1 to {MAX_WRITTEN_PARTS} parts, got {len(pieces)}")
    parts = [_read(part, f"part {number}") for number, part in enumerate(pieces, 1)]
    check_length(parts)
    return parts


def check_length(parts: list[Segment]) -> None:
    """See that a prompt has at most MAX_WRITTEN_TOKENS tokens without its marks."""
    tokens = sum(int(np.prod(size)) for _, size in parts)
    if tokens > MAX_WRITTEN_TOKENS:
        raise ValueError(f"prompt must have at most {MAX_WRITTEN_TOKENS:,} tokens, got {tokens:,}")


@checked(whole("factor", 1, MAX_FACTOR))
def enlarge_images(parts: list[Segment], factor: int) -> list[Segment]:
    """The same prompt with images and videos of `factor` times as many rows and columns."""
    larger: list[Segment] = [
        (kind, size if isinstance(size, int) else (size[0], size[1] * factor, size[2] * factor))
        for kind, size in parts
    ]
    check_length(larger)
    return larger


def _read(part: str, name: str) -> Segment:
    match = _PART.fullmatch(part)
    sides = [side.strip() for side in re.split(r"[×x*]", match[2], flags=re.IGNORECASE)] if match else []
    if not match or len(sides) != _SIDES[match[1].lower()] or not all(side.isdecimal() for side in sides):
        raise ValueError(f"{name} must be text N, image R × C or video F × R × C, got {part[:40]!r}")
    kind = match[1].lower()
    lengths = [check_whole(int(side), f"{name}, {kind},", 1, MAX_WRITTEN_TOKENS) for side in sides]
    if kind == "text":
        return kind, lengths[0]
    frames, rows, columns = [1, *lengths] if kind == "image" else lengths
    return kind, (frames, rows, columns)


KINDS = ("text", "image", "video")
MODEL = Choice("model", "Whose rule for time.", ("Qwen2-VL", "Qwen2.5-VL", "Qwen3-VL"))
VERSION = Choice("version", "Of transformers; they differ after a video.", ("5.23.0", "4.57.3"))
MAX_PARTS = 1_024
MAX_MERGE = 64
MAX_SECONDS = 86_400  # between two frames
MAX_RATE = 1_000  # steps of time a second


@dataclass(frozen=True)
class Run:
    """Neighbouring tokens of one kind."""

    kind: str  # "text", "image" or "video"
    grid: tuple[int, ...]  # tokens; for an image or a video (frames, rows, columns) of merged patches
    seconds: float = 1.0  # of a step of time of a video

    @property
    def tokens(self) -> int:
        """How many tokens it has."""
        return int(np.prod(self.grid))


@dataclass(frozen=True)
class Tracks:
    """Positions of a prompt."""

    positions: NDArray[np.int_]  # (3, n) time, height, width of each token
    kinds: NDArray[np.int_]  # (n,) 0 text (also the marks before and after an image), 1 image, 2 video
    delta: int  # largest position + 1 − number of tokens: what generation adds to the number of tokens so far
    next_position: int  # position that the next text token of the same prompt gets


@checked(MODEL, VERSION)
def prompt_positions(
    # ("text", tokens), ("image", (frames, rows, columns)) or ("video", …); sides in patches before merging
    parts: Sequence[Any],
    *,
    model: str = "Qwen2-VL",  # "Qwen2-VL", "Qwen2.5-VL" or "Qwen3-VL"
    version: str = "5.23.0",  # of transformers, "5.23.0" or "4.57.3"
    merge: int = 2,  # patches a side that become one token
    tokens_per_second: float = 2,  # steps of time a second; Qwen2.5-VL alone
    # time steps between two frames, one for each video; None is 1; Qwen2.5-VL alone
    seconds: Sequence[float] | None = None,
) -> Tracks:
    """Positions of text, images and videos one after the other [1] [2] [3].

    Text counts on all three axes. A patch of an image at counter c is at (c, c + row, c + column); frames of a
    video count in time: 1 apart in Qwen2-VL, tokens_per_second · seconds apart in Qwen2.5-VL, and each an image of
    its own in Qwen3-VL. A mark (text) stands before and after each image, video, and frame of Qwen3-VL.

    After an image the counter goes on at the largest position + 1. After a video, transformers 4.57.3 does the
    same; 5.23.0 adds the longer side alone, so that text may get positions that frames have already had.

    [1] Wang et al. 2024, section 2.1, https://arxiv.org/abs/2409.12191
    [2] Bai et al. 2025, https://arxiv.org/abs/2502.13923
    [3] get_rope_index of transformers 4.57.3 and 5.23.0, https://github.com/huggingface/transformers
    """
    runs = _add_marks(read_parts(parts, merge=merge, seconds=seconds), model == "Qwen3-VL")
    check_tokens(sum(run.tokens for run in runs), "parts", 3)
    rate = _rate(tokens_per_second, "tokens_per_second", MAX_RATE) if model == "Qwen2.5-VL" else None
    after_largest = version == "4.57.3"
    counter, tracks = 0, [np.zeros((3, 0), int)]
    for run in runs:
        offsets = _offsets(run, rate, whole_seconds=after_largest)  # (3, tokens)
        tracks.append(counter + offsets)
        sides = offsets if after_largest or run.kind == "text" else offsets[1:]
        counter += int(sides.max(initial=-1)) + 1
    positions = np.hstack(tracks)
    kinds = np.repeat([KINDS.index(run.kind) for run in runs], [run.tokens for run in runs]).astype(int)
    return Tracks(positions, kinds, int(positions.max(initial=-1)) + 1 - positions.shape[1], counter)


@checked(whole("merge", 1, MAX_MERGE))
def read_parts(parts: Sequence[Any], *, merge: int = 2, seconds: Sequence[float] | None = None) -> list[Run]:
    """The parts of a prompt, checked, their sides in merged patches."""
    if not isinstance(parts, list | tuple) or len(parts) > MAX_PARTS:
        raise ValueError(f"parts must be a list of at most {MAX_PARTS:,} parts, got {parts!r:.80}")
    runs = [_run(part, merge) for part in parts]
    videos = sum(run.kind == "video" for run in runs)
    if seconds is None:
        return runs
    if not isinstance(seconds, list | tuple | np.ndarray) or len(seconds) != videos:
        raise ValueError(f"seconds must be {videos} numbers, one a video, got {seconds!r:.80}")
    each = iter([_rate(value, "seconds", MAX_SECONDS) for value in seconds])
    return [Run(run.kind, run.grid, next(each)) if run.kind == "video" else run for run in runs]


def _rate(value: Any, name: str, most: float) -> float:
    return real(name, f"a number above 0, at most {most:,}", lambda number: 0 < number <= most).check(value)


def _run(part: Any, merge: int) -> Run:
    if not isinstance(part, list | tuple) or len(part) != 2 or part[0] not in KINDS:
        raise ValueError(f"parts must be pairs of text, image or video and a size, got {part!r:.80}")
    kind, size = part
    if kind == "text":
        return Run(kind, (check_whole(size, "text", 0, MAX_TOKENS),))
    if not isinstance(size, list | tuple) or len(size) != 3:
        raise ValueError(f"{kind} must have frames, rows and columns, got {size!r:.80}")
    frames, *sides = (check_whole(length, kind, 1, MAX_SIDE * MAX_MERGE) for length in size)
    for length in sides:
        if length % merge:
            raise ValueError(f"{kind} must have sides divisible by merge = {merge}, got {length}")
    run = Run(kind, (frames, *(length // merge for length in sides)))
    check_tokens(run.tokens, kind)
    return run


def _add_marks(runs: list[Run], by_frame: bool) -> list[Run]:
    """With the marks around images and videos; a video frame by frame where each has its own marks."""
    marked_runs: list[Run] = []
    for run in runs:
        if run.kind == "text":
            marked_runs.append(run)
            continue
        split = by_frame and run.kind == "video"
        one = Run(run.kind, (1, *run.grid[1:]), run.seconds) if split else run
        mark = Run("text", (1,))
        check_tokens((one.tokens + 2) * (run.grid[0] if split else 1), run.kind)
        marked_runs += [mark, one, mark] * (run.grid[0] if split else 1)
    return marked_runs


def _offsets(run: Run, rate: float | None, *, whole_seconds: bool) -> NDArray[np.int_]:
    """Positions of a run from the counter at its start, shape (3, tokens)."""
    if run.kind == "text":
        return np.tile(np.arange(run.grid[0]), (3, 1))
    frames, rows, columns = run.grid
    times = np.arange(frames)
    if rate is not None:
        times = _times(frames, rate, run, whole_seconds=whole_seconds)
    return cartesian_product(times, np.arange(rows), np.arange(columns)).T.astype(int)


def _times(frames: int, rate: float, run: Run, *, whole_seconds: bool) -> NDArray[np.int_]:
    """Times of frames in Qwen2.5-VL: 4.57.3 drops the fraction of a second and has no time for images."""
    if whole_seconds:
        return np.floor(np.arange(frames) * (int(run.seconds) if run.kind == "video" else 0) * rate).astype(int)
    step = rate * run.seconds if run.kind == "video" else 1.0
    return np.floor(np.arange(frames, dtype=np.float32) * np.float32(step)).astype(int)  # float32, as released
