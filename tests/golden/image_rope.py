"""RoPE of released vision models: one rotation, eight choices of coordinates, frequencies and columns."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from core.beyond_text.coordinates import cartesian_product, grid_coordinates, patch_centres, rescaled_coordinates
from core.beyond_text.directions import X, Y, alternating_axes, axial, per_axis, shared_series
from core.beyond_text.rotation import Rotation, rotation
from core.beyond_text.sizes import (
    HEIGHT,
    WIDTH,
    array,
    as_shape,
    check_columns,
    check_tokens,
    check_video,
    features,
    side,
)
from core.inputs.checked import Reals, checked


@dataclass(frozen=True)
class ImageRope:
    """How a released model turns the patches of an image."""

    base: float  # of the frequencies, as released; dimensionless
    # ``directions(head_dim, base)`` → (pairs, 2), radians per unit of the coordinates
    directions: Callable[[int, float], NDArray[np.float64]]
    layout: str  # "half" or "interleaved", as in `core.schemes.rope.pairs`
    # ``coordinates(height, width)`` → (height * width, 2), (y, x)
    coordinates: Callable[[int, int], NDArray[np.float64]] = grid_coordinates
    blocks: int = 1  # equal parts of a head, each with its own layout
    unit: float = 1.0  # radians per unit of the coordinates of the fastest pair
    class_tokens: int = 0  # tokens after the patches that do not turn

    def rotation(
        self, height: int, width: int, head_dim: int, *, base: float | None = None
    ) -> Rotation:  # with angles (tokens, head_dim / 2)
        """The rotation of the patches of a grid, in the model's order of tokens."""
        arrows = self.directions(head_dim, self.base if base is None else base)
        patch_rotation = rotation(self.coordinates(height, width), self.unit * arrows, self.layout, self.blocks)
        still = np.zeros((self.class_tokens, len(arrows)))
        return replace(patch_rotation, angles=np.vstack([patch_rotation.angles, still]))


def _from_one(height: int, width: int) -> NDArray[np.float64]:
    return grid_coordinates(height, width) + 1


_X_FIRST = partial(axial, order=(X, Y))

IMAGE_ROPES: dict[str, ImageRope] = {
    # Fang et al. 2023, https://arxiv.org/abs/2303.11331; timm, RotaryEmbeddingCat
    "EVA-02": ImageRope(10_000.0, axial, "interleaved", partial(rescaled_coordinates, reference=(16.0, 16.0))),
    # Heo et al. 2024, section 3.2, https://arxiv.org/abs/2403.13298
    "RoPE-ViT axial": ImageRope(100.0, _X_FIRST, "interleaved"),
    # Wang et al. 2024, section 2.1, https://arxiv.org/abs/2409.12191; its tokens come in blocks of 2 × 2
    "Qwen2-VL": ImageRope(10_000.0, axial, "half"),
    # Agrawal et al. 2024, https://arxiv.org/abs/2410.07073
    "Pixtral": ImageRope(10_000.0, shared_series, "half"),
    # Meta 2025, https://github.com/huggingface/transformers, models/llama4
    "Llama 4": ImageRope(10_000.0, _X_FIRST, "interleaved", _from_one, class_tokens=1),
    # Kimi Team 2025, https://arxiv.org/abs/2504.07491
    "Kimi K2.5": ImageRope(10_000.0, alternating_axes, "half"),
    # Siméoni et al. 2025, https://arxiv.org/abs/2508.10104
    "DINOv3": ImageRope(100.0, axial, "half", patch_centres, unit=2 * np.pi),
    # Google 2026, https://github.com/huggingface/transformers, models/gemma4
    "Gemma 4": ImageRope(100.0, _X_FIRST, "half", blocks=2),
}


@checked(array("ids", None, None))
def flux_rope(
    ids: Reals,  # (n, axes) whole or real numbers; text tokens are at 0 on all axes
    dims: Sequence[int] = (16, 56, 56),  # features of each axis, even
    *,
    base: float = 10_000.0,
) -> Rotation:  # neighbouring features form the pairs; angles (n, sum(dims) / 2)
    """FLUX: each axis of the ids (kind, y, x) turns its own block of pairs.

    Source: Black Forest Labs, rope in src/flux/math.py, https://github.com/black-forest-labs/flux
    """
    arrows = per_axis(dims, base)
    check_tokens(len(as_shape(ids, "ids", None, arrows.shape[1])), "ids", len(arrows))
    return rotation(ids, arrows, "interleaved")


def _of_video(frames: int, height: int, width: int, head_dim: int) -> None:
    check_video(frames, height, width, head_dim)


@checked(side("frames"), HEIGHT, WIDTH, features("head_dim", 16), array("crop", 2, 2), together=_of_video)
def cogvideox_rope(
    frames: int, height: int, width: int, head_dim: int, *, crop: Reals | None = None, base: float = 10_000.0
) -> Rotation:  # neighbouring features form the pairs; angles (frames * height * width, head_dim / 2)
    """CogVideoX: a quarter of a head for time, 3/8 for rows and 3/8 for columns.

    Rows and columns are spread over a crop of the grid in training, first (y, x) and end (y, x) in patches, or the
    whole grid: they run from its start evenly towards end · (n − 1) / n.

    Source: Yang et al. 2024, https://arxiv.org/abs/2408.06072; get_3d_rotary_pos_embed of diffusers 0.42.1,
    https://github.com/huggingface/diffusers
    """
    start, end = np.array([[0, 0], [height, width]]) if crop is None else crop
    axes = (np.linspace(a, b * (n - 1) / n, n) for a, b, n in zip(start, end, (height, width), strict=True))
    arrows = per_axis((head_dim // 4, head_dim // 8 * 3, head_dim // 8 * 3), base)
    return rotation(cartesian_product(np.arange(frames), *axes), arrows, "interleaved")


def _of_one_axis(vectors: NDArray[np.float64], positions: NDArray[np.float64]) -> None:
    check_columns(len(vectors), "dim", 2)
    check_tokens(len(positions), "positions", len(vectors))


@checked(array("vectors", None), array("positions", None), together=_of_one_axis)
def vjepa2_turn(vectors: Reals, positions: Reals, *, base: float = 10_000.0) -> NDArray[np.float64]:  # (n, dim)
    """V-JEPA 2 on the features of one axis: not a rotation.

    The two members of a neighbouring pair get the angles of different pairs, because the angles are tiled where
    they should be repeated. Norms change, and a score depends on more than the offset. Released weights rely on it.

    Source: Assran et al. 2025, https://arxiv.org/abs/2506.09985; the comment on the tiling in
    https://github.com/facebookresearch/vjepa2/pull/15
    """
    arrows = per_axis([len(vectors)], base)
    tiled_angles = np.tile(np.outer(positions, arrows[:, 0]), 2)  # (n, dim) radians: w0 w1 … w0 w1 …
    quarter = np.stack([-vectors[1::2], vectors[0::2]], axis=-1).ravel()  # each pair a quarter turn further
    return vectors * np.cos(tiled_angles) + quarter * np.sin(tiled_angles)
