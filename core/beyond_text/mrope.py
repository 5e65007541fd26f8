"""M-RoPE: one rotation by three counters, time, height and width, and what one step of each changes in a score."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.beyond_text.rotation import Rotation, rotation
from core.beyond_text.sizes import array, as_shape, check_tokens, features, real
from core.frequencies import inverse_frequencies
from core.inputs.checked import Reals, checked
from core.inputs.parameter import Choice, check_whole, whole

TIME, HEIGHT, WIDTH = 0, 1, 2
AXES = ("time", "height", "width")
MAX_PAIRS = 8_192
ARRANGEMENT = Choice(
    "arrangement",
    "Which pairs follow time, height and width: blocks, one in three in turn, or height and width in turn.",
    ("chunked", "interleaved", "alternating"),
)


def _sections(sections: Any, least: int) -> list[int]:
    if not isinstance(sections, list | tuple | np.ndarray) or not least <= len(sections) <= 64:
        raise ValueError(f"sections must be from {least} to 64 numbers of pairs, got {sections!r:.80}")
    lengths = [check_whole(length, "sections", 0, MAX_PAIRS) for length in sections]
    if not 1 <= sum(lengths) <= MAX_PAIRS:
        raise ValueError(f"sections must sum to a number from 1 to {MAX_PAIRS:,}, got {sum(lengths):,}")
    return lengths


_three_or_more, _one_or_more = partial(_sections, least=3), partial(_sections, least=1)


@checked(ARRANGEMENT, whole("pairs", 1, MAX_PAIRS), sections=_three_or_more)
def axis_of_pair(
    # `mrope_section` of a config, in pairs: time, height, width; height, width, time where alternating; chunked
    # sections may go round the axes again
    sections: Sequence[int],
    # "chunked" (Qwen2-VL, GLM-4V): a block of pairs for each section; "interleaved" (Qwen3-VL): time, height, width
    # in turn while height and width have pairs left, then time, the first section unread; "alternating" (ERNIE 4.5
    # VL): height and width in turn on the fast pairs, time on the slow ones
    arrangement: str = "chunked",
    *,
    pairs: int
    | None = None,  # that turn; None: the sum of the sections; interleaved ones may exceed it and are cut
) -> NDArray[np.int_]:  # (pairs,) 0 time, 1 height, 2 width
    """The axis that each pair follows, from the fastest pair to the slowest [1] [2] [3].

    [1] Wang et al. 2024, section 2.1, https://arxiv.org/abs/2409.12191
    [2] Bai et al. 2025, https://arxiv.org/abs/2511.21631 (Qwen3-VL)
    [3] Baidu 2025, ERNIE 4.5 technical report, https://yiyan.baidu.com/blog/publication/ERNIE_Technical_Report.pdf
    """
    total = sum(sections)
    count = total if pairs is None else pairs
    if arrangement == "interleaved":
        return _interleaved_axes(sections, count)
    if total != count:
        raise ValueError(f"sections must sum to the {count} pairs that turn, got {total}")
    if arrangement == "alternating":
        return _alternating_axes(sections)
    return np.repeat(np.arange(len(sections)) % 3, sections)


def _turned_tokens(positions: NDArray[np.float64], head_dim: int) -> None:
    check_tokens(positions.shape[1], "positions", head_dim)


@checked(array("positions", 3, None), features("head_dim", 2), together=_turned_tokens)
def mrope(
    positions: Reals,
    head_dim: int,
    sections: Sequence[int],
    *,
    base: float = 1_000_000.0,
    arrangement: str = "chunked",
    layout: str = "half",
) -> Rotation:
    r"""The rotation of tokens with three positions: pair p turns by position[axis(p)] · base^(−2p/head_dim) [1]_.

    Where the three positions are equal, as for text, it is RoPE.

    Parameters
    ----------
    positions : array_like of shape (3, n)
        Time, height, width; as from `core.beyond_text.prompt.prompt_positions`.
    head_dim : int
        Features that turn, even.
    sections, arrangement
        As in `axis_of_pair`.
    base : float
        Dimensionless.
    layout : {"half", "interleaved"}
        As in `core.schemes.rope.pairs`.

    Returns
    -------
    rotation : Rotation
        With angles (n, head_dim / 2).

    References
    ----------
    .. [1] Wang et al. 2024, section 2.1, https://arxiv.org/abs/2409.12191
    """
    return rotation(positions.T, pair_directions(head_dim, sections, base=base, arrangement=arrangement), layout)


@checked(features("head_dim", 2))
def pair_directions(
    head_dim: int, sections: Sequence[int], *, base: float = 1_000_000.0, arrangement: str = "chunked"
) -> NDArray[np.float64]:
    """Radians of each pair per step of time, height and width, shape (head_dim / 2, 3), two of them 0."""
    count = head_dim // 2
    axes = axis_of_pair(sections, arrangement, pairs=count)
    directions = np.zeros((count, 3))
    directions[np.arange(count), axes] = inverse_frequencies(head_dim, base)
    return directions


@checked(sections=_one_or_more)
def xdrope_axes(sections: Sequence[int]) -> NDArray[np.int_]:
    """The axis of each feature in HunYuan-VL, shape (2 * sum(sections),): the two members of a pair may differ."""
    return np.repeat(np.arange(len(sections)), 2 * np.array(sections))


def _of_four_axes(vectors: NDArray[np.float64], positions: NDArray[np.float64], sections: Sequence[int]) -> None:
    as_shape(vectors, "vectors", len(xdrope_axes(sections)))
    as_shape(positions, "positions", len(sections), None)
    check_tokens(positions.shape[1], "positions", len(vectors))


@checked(array("vectors", None), array("positions", None, None), together=_of_four_axes)
def xdrope_turn(
    vectors: Reals, positions: Reals, sections: Sequence[int], *, base: float = 10_000.0
) -> NDArray[np.float64]:  # (n, dim); sections: for each axis, half of the number of its features
    """What HunYuan-VL does with four positions, which is a rotation for text alone.

    The axes are split over the doubled columns, so that the two members of a pair follow different axes.

    Source: transformers 5.23.0, models/hunyuan_vl, https://github.com/huggingface/transformers
    """
    axes = xdrope_axes(sections)
    angles = positions[axes].T * np.tile(inverse_frequencies(len(axes), base), 2)  # (n, dim) radians
    x, y = np.split(vectors, 2)
    return vectors * np.cos(angles) + np.concatenate([-y, x]) * np.sin(angles)


def _interleaved_axes(lengths: Sequence[int], count: int) -> NDArray[np.int_]:
    if len(lengths) != 3:
        raise ValueError(f"sections must be 3 numbers where interleaved, got {len(lengths)}")
    axes = np.full(count, TIME)
    for axis in (HEIGHT, WIDTH):
        axes[axis : 3 * lengths[axis] : 3] = axis
    return axes


def _alternating_axes(lengths: Sequence[int]) -> NDArray[np.int_]:
    if len(lengths) != 3 or lengths[0] != lengths[1]:
        raise ValueError(f"sections must be 3 numbers, the first two equal, where alternating, got {lengths}")
    return np.array([HEIGHT, WIDTH] * lengths[0] + [TIME] * lengths[2])


@dataclass(frozen=True)
class MropeHead:
    """A released head with M-RoPE."""

    sections: tuple[int, int, int]  # pairs for time, height, width, as its config has them
    arrangement: str  # "chunked" or "interleaved"
    base: float  # dimensionless
    head_dim: int = 128  # features that turn


HEADS: dict[str, MropeHead] = {
    "Qwen2-VL": MropeHead((16, 24, 24), "chunked", 1_000_000.0),
    "Qwen3-VL": MropeHead((24, 20, 20), "interleaved", 5_000_000.0),
}


@dataclass(frozen=True)
class AxisSteps:
    """The pairs of a head by axis, and what a step along each axis changes."""

    axes: NDArray[np.int_]  # (pairs,) 0 time, 1 height, 2 width, from the fastest pair to the slowest
    wavelengths: NDArray[np.float64]  # (pairs,) steps of its axis after which a pair has turned once
    # (3,) radians a step of the fastest pair of each axis; 0 for an axis without pairs
    fastest: NDArray[np.float64]
    # (3,) Σ(1 − cos) over the pairs: what the score of equal contents, the number of pairs, loses
    score_loss: NDArray[np.float64]
    # (3,) root mean square of the change of a score of random contents, whose own root mean square is 1
    change: NDArray[np.float64]


@checked(features("head_dim", 2), real("steps"))
def axis_steps(
    head_dim: int = 128,  # features that turn, even
    sections: Sequence[int] = (16, 24, 24),
    *,
    base: float = 1_000_000.0,
    arrangement: str = "chunked",
    steps: float = 1,  # how far
) -> AxisSteps:
    r"""What moving a key by some steps along time, height or width changes.

    For normal contents, the change of a score has the variance :math:`\frac{2}{d}\sum_p 4\sin^2(\omega_p s / 2)`,
    in units of that of the score: each pair's difference vector has the squared length :math:`4\sin^2` of its own.

    Source: Huang et al. 2025, https://arxiv.org/abs/2510.23095 (how M-RoPE shares out its pairs)
    """
    pairs = head_dim // 2
    directions = pair_directions(head_dim, sections, base=base, arrangement=arrangement)  # (pairs, 3)
    angles = directions * steps
    score_loss = 2 * np.sin(angles / 2) ** 2  # (pairs, 3): 1 - cos without its cancellation
    return AxisSteps(
        axis_of_pair(sections, arrangement, pairs=pairs),
        2 * np.pi / directions.sum(axis=1),
        directions.max(axis=0),
        score_loss.sum(axis=0),
        np.sqrt(2 * score_loss.sum(axis=0) / pairs),
    )


def head_steps(head: MropeHead, steps: float = 1) -> AxisSteps:
    """`axis_steps` of a released head."""
    return axis_steps(head.head_dim, head.sections, base=head.base, arrangement=head.arrangement, steps=steps)


def pair_axes_columns() -> dict[str, NDArray[Any]]:
    """The axis and the wavelength of each pair in released heads with M-RoPE; 0 time, 1 height, 2 width."""
    columns: dict[str, NDArray[Any]] = {}
    for name, head in HEADS.items():
        pairs = head_steps(head)
        columns["pair"] = np.arange(len(pairs.axes))
        columns |= {f"{name} axis": pairs.axes, f"{name} wavelength": pairs.wavelengths}
    return columns
