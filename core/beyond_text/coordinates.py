"""Where the patches of a grid are: coordinates by the rules of released models."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.beyond_text.sizes import HEIGHT, WIDTH, check_grid
from core.inputs.checked import checked


@checked(HEIGHT, WIDTH, together=check_grid)
def grid_coordinates(height: int, width: int) -> NDArray[np.float64]:  # (height * width, 2) (y, x) in patches
    """Row and column of each patch, counted from 0, row by row."""
    return cartesian_product(np.arange(height), np.arange(width))


def _check_blocks(height: int, width: int, merge: int) -> None:
    check_grid(height, width)
    for name, length in (("height", height), ("width", width)):
        if merge < 1 or length % merge:
            raise ValueError(f"{name} must be divisible by merge = {merge}, got {length}")


@checked(HEIGHT, WIDTH, together=_check_blocks)
def merged_blocks(height: int, width: int, merge: int) -> NDArray[np.float64]:
    """Coordinates in the token order of Qwen2-VL: blocks of merge × merge patches, row by row inside each.

    Source: Wang et al. 2024, section 2.1, https://arxiv.org/abs/2409.12191
    """
    blocks = grid_coordinates(height, width).reshape(height // merge, merge, width // merge, merge, 2)
    return blocks.transpose(0, 2, 1, 3, 4).reshape(-1, 2)


@checked(HEIGHT, WIDTH, together=check_grid)
def rescaled_coordinates(
    height: int,
    width: int,
    reference: tuple[float, float],  # height and width that the coordinates span, patches of the grid in training
) -> NDArray[np.float64]:  # (height * width, 2) (y, x) in patches of the reference grid
    """Coordinates of any grid squeezed or stretched to the sides of a reference grid, as EVA-02 has them.

    Source: Fang et al. 2023, https://arxiv.org/abs/2303.11331
    """
    axes = zip((height, width), reference, strict=True)
    return cartesian_product(*(np.arange(side) * length / side for side, length in axes))


@checked(HEIGHT, WIDTH, together=check_grid)
def patch_centres(height: int, width: int) -> NDArray[np.float64]:  # (height * width, 2) (y, x), dimensionless
    """Centres of the patches of a picture that reaches from −1 to 1 on both axes, as DINOv3 has them.

    Source: Siméoni et al. 2025, https://arxiv.org/abs/2508.10104
    """
    return cartesian_product(*((2 * np.arange(side) + 1 - side) / side for side in (height, width)))


@checked(HEIGHT, WIDTH, together=check_grid)
def edge_to_edge(height: int, width: int) -> NDArray[np.float64]:
    """First and last patch of each axis at −1 and 1, as timm has it where frequencies are given in pixels.

    Returns (height * width, 2) (y, x), dimensionless; −1 on an axis of one patch.

    Source: timm 1.0.31, layers/pos_embed_sincos.py, https://github.com/huggingface/pytorch-image-models
    """
    return cartesian_product(*(np.linspace(-1, 1, side) for side in (height, width)))


def cartesian_product(*axes: Sequence[float] | NDArray[np.float64] | NDArray[np.int_]) -> NDArray[np.float64]:
    """Every combination of the values of some axes, the last one changing fastest, shape (n, axes)."""
    return np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, len(axes)).astype(np.float64)
