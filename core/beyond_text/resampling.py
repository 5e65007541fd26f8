"""A learned grid of positions at another resolution, by the five rules in use, and what they do at its edge."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.beyond_text.sizes import HEIGHT, WIDTH, as_shape, check_grid, check_table, dimensions, real, side
from core.inputs.checked import Reals, checked
from core.inputs.parameter import Choice, whole

SHARPNESS, SHARPNESS_ANTIALIASED = -0.75, -0.5  # Keys' parameter a in PyTorch, without and with antialiasing


def bicubic(size: int, new_size: int) -> NDArray[np.float64]:
    """Four old rows around each new one, the border repeated, half a patch between centres and edges [1] [2].

    ViT, DINOv2 and MAE in transformers.

    [1] Keys 1981, section III, https://doi.org/10.1109/TASSP.1981.1163711
    [2] PyTorch, interpolate with mode bicubic and align_corners=False,
    https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.interpolate.html
    """
    places = (2 * np.arange(new_size) + 1) * size / (2 * new_size) - 0.5  # (new,) in old rows
    taps = np.floor(places)[:, np.newaxis] + np.arange(-1, 3)  # (new, 4)
    return _tap_matrix(taps, _cubic(places[:, np.newaxis] - taps, SHARPNESS), size)


def bicubic_antialiased(size: int, new_size: int) -> NDArray[np.float64]:
    """Keys' kernel, widened where the grid shrinks, its weights outside of the grid dropped; that of timm.

    Source: timm 1.0.31, resample_abs_pos_embed in layers/pos_embed.py,
    https://github.com/huggingface/pytorch-image-models
    """
    return _antialias_weights(size, new_size, lambda distance: _cubic(distance, SHARPNESS_ANTIALIASED))


def bilinear_antialiased(size: int, new_size: int) -> NDArray[np.float64]:
    """A triangle, widened where the grid shrinks, its weights outside of the grid dropped; that of SigLIP 2.

    Source: Tschannen et al. 2025, https://arxiv.org/abs/2502.14786
    """
    return _antialias_weights(size, new_size, _triangle)


def bilinear_aligned(size: int, new_size: int) -> NDArray[np.float64]:
    """First and last rows stay where they are, the others are spread evenly between; that of Qwen3-VL.

    Source: Bai et al. 2025, https://arxiv.org/abs/2511.21631
    """
    taps, weights = aligned_taps(size, new_size)
    return _tap_matrix(taps, weights, size)


def nearest(size: int, new_size: int) -> NDArray[np.float64]:
    """The old row in whose bucket i / new_size falls, without interpolation; that of Idefics 2.

    Source: Laurençon et al. 2024, https://arxiv.org/abs/2405.02246
    """
    return _tap_matrix(buckets(size, new_size)[:, np.newaxis], np.ones((new_size, 1)), size)


def buckets(size: int, new_size: int) -> NDArray[np.int_]:
    """Old row of each new one by `nearest`, shape (new_size,)."""
    return np.arange(new_size) * size // new_size


def aligned_taps(size: int, new_size: int) -> tuple[NDArray[np.int_], NDArray[np.float64]]:
    """The two old rows around each new one, (new_size, 2), and their weights; both rows are the last at the end."""
    steps = max(new_size - 1, 1)
    low, rest = np.divmod(np.arange(new_size) * (size - 1), steps)
    return np.stack([low, np.minimum(low + 1, size - 1)], axis=1), np.stack([steps - rest, rest], axis=1) / steps


def _corners(height: int, width: int) -> None:
    check_table(height, width, 8)


@checked(side("size"), HEIGHT, WIDTH, together=_corners)
def corner_taps(size: int, height: int, width: int) -> tuple[NDArray[np.int_], NDArray[np.float64]]:
    """The four rows of a table of size × size patches around each patch by `bilinear_aligned`, and their weights.

    Both are of shape (height * width, 4); the patches of the table are numbered row by row.
    """
    (down, of_down), (across, of_across) = (aligned_taps(size, new_size) for new_size in (height, width))
    rows = down[:, np.newaxis, :, np.newaxis] * size + across[np.newaxis, :, np.newaxis, :]
    weights = of_down[:, np.newaxis, :, np.newaxis] * of_across[np.newaxis, :, np.newaxis, :]
    return rows.reshape(-1, 4), weights.reshape(-1, 4)


GRID_RULES: dict[str, Callable[[int, int], NDArray[np.float64]]] = {
    "bicubic": bicubic,
    "bicubic antialiased": bicubic_antialiased,
    "bilinear antialiased": bilinear_antialiased,
    "bilinear aligned": bilinear_aligned,
    "nearest": nearest,
}
RULE = Choice("rule", "How a learned grid is brought to another size.", tuple(GRID_RULES))


def _table(table: ArrayLike) -> NDArray[np.float64]:
    grid = as_shape(table, "table", *[None] * (3 if dimensions(table) == 3 else 2))
    check_grid(*grid.shape[:2])
    return grid


def _resampled_table(table: NDArray[np.float64], height: int, width: int) -> None:
    check_table(height, width, table[0, 0].size)


@checked(HEIGHT, WIDTH, RULE, together=_resampled_table, table=_table)
def resample(table: Reals, height: int, width: int, *, rule: str = "bicubic") -> NDArray[np.float64]:
    """A grid of learned numbers at another size [1]_.

    Parameters
    ----------
    table : array_like of shape (rows, columns) or (rows, columns, features)
        One number or vector for each patch of the grid in training.
    height, width : int
        Patches of the new grid.
    rule : str
        A key of `GRID_RULES`, or "nearest".

    Returns
    -------
    grid : ndarray of shape (height, width) or (height, width, features)
        In the unit of the table.

    References
    ----------
    .. [1] Dosovitskiy et al. 2020, section 3.2, https://arxiv.org/abs/2010.11929
    """
    down, across = (axis_weights(*sizes, rule=rule) for sizes in zip(table.shape, (height, width), strict=False))
    return np.einsum("ij,jk...,lk->il...", down, table, across, optimize=True)


@checked(side("size"), side("new_size"), RULE)
def axis_weights(
    size: int, new_size: int, *, rule: str = "bicubic"
) -> NDArray[np.float64]:  # (new_size, size) dimensionless; each row sums to 1
    """How much each old row counts for each new one; the rules treat rows and columns alike."""
    return GRID_RULES[rule](size, new_size)


def _antialias_weights(
    size: int, new_size: int, kernel: Callable[[NDArray[np.float64]], NDArray[np.float64]]
) -> NDArray[np.float64]:
    centres = (2 * np.arange(new_size)[:, np.newaxis] + 1) * size / (2 * new_size) - 0.5  # (new, 1) in old rows
    weights = kernel((np.arange(size) - centres) / max(size / new_size, 1.0))  # (new, old)
    return weights / weights.sum(axis=1, keepdims=True)


def _tap_matrix(
    taps: NDArray[np.int_] | NDArray[np.float64], weights: NDArray[np.float64], size: int
) -> NDArray[np.float64]:
    """Matrix (new, size) of the weights of taps (new, n); taps outside of the grid count for its border."""
    matrix = np.zeros((len(taps), size))
    rows = np.broadcast_to(np.arange(len(taps))[:, np.newaxis], taps.shape)
    np.add.at(matrix, (rows, np.clip(taps, 0, size - 1).astype(int)), weights)
    return matrix


def _cubic(distance: NDArray[np.float64], a: float) -> NDArray[np.float64]:
    """Keys' kernel: 1 at 0, 0 at other whole numbers and beyond 2."""
    d = np.abs(distance)
    near = ((a + 2) * d - (a + 3)) * d * d + 1
    far = ((a * d - 5 * a) * d + 8 * a) * d - 4 * a
    return np.where(d <= 1, near, np.where(d < 2, far, 0.0))


def _triangle(distance: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.maximum(1 - np.abs(distance), 0.0)


MAX_ROWS = 1_024
RING = 4  # rows at each edge that are not inside


@dataclass(frozen=True)
class GridEdge:
    """How far a rule is off that brings a wave down a learned grid to another size."""

    rows: NDArray[np.float64]  # (new_size,) place of each new row in rows of the table, perhaps outside
    errors: NDArray[np.float64]  # (new_size,) largest error of the wave over all its phases
    edge: float  # largest error of the first and the last row
    inside: float  # largest error at least 4 rows from the edges; 0 without such rows


@checked(
    *(whole("size", 2, MAX_ROWS), whole("new_size", 2, MAX_ROWS), RULE),
    real("wave", "a number from 0 to π", lambda value: 0 <= value <= np.pi),
)
def grid_edge(
    size: int = 14, new_size: int = 28, *, rule: str = "bicubic", wave: float = 1.0
) -> GridEdge:  # size, new_size: rows before and after
    """Resample a wave of some radians a patch."""
    index = np.arange(new_size)
    match rule:
        case "bilinear aligned":
            rows = index * (size - 1) / (new_size - 1)
        case "nearest":
            rows = index * size / new_size
        case _:
            rows = (2 * index + 1) * size / (2 * new_size) - 0.5
    new_wave = axis_weights(size, new_size, rule=rule) @ np.exp(1j * wave * np.arange(size))
    errors = np.abs(new_wave - np.exp(1j * wave * rows))
    return GridEdge(rows, errors, float(max(errors[0], errors[-1])), float(errors[RING:-RING].max(initial=0.0)))
