"""What one frame, row or column further changes in a score under M-RoPE."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.beyond_text.mrope import AXES, axis_of_pair, pair_directions
from core.beyond_text.sizes import features, real
from core.inputs.checked import checked


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
    lost: NDArray[np.float64]
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
    moved = directions * steps
    lost = 2 * np.sin(moved / 2) ** 2  # (pairs, 3): 1 - cos without its cancellation
    return AxisSteps(
        axis_of_pair(sections, arrangement, pairs=pairs),
        2 * np.pi / directions.sum(axis=1),
        directions.max(axis=0),
        lost.sum(axis=0),
        np.sqrt(2 * lost.sum(axis=0) / pairs),
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


def change_columns(
    axis: str,  # "time", "height" or "width"
    farthest: int = 40,  # steps
) -> dict[str, NDArray[Any]]:
    """Change of a score of random contents, itself of root mean square 1, when a key moves along one axis."""
    steps = range(1, farthest + 1)
    columns: dict[str, NDArray[Any]] = {"steps": np.array(steps)}
    for name, head in HEADS.items():
        columns[name] = np.array([head_steps(head, each).change[AXES.index(axis)] for each in steps])
    return columns
