"""RoPE of released vision models: one rotation, eight choices of coordinates, frequencies and columns."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from core.beyond_text.coordinates import centred, grid_coordinates, squeezed
from core.beyond_text.directions import X, Y, alternating, axial, shared_series
from core.beyond_text.rotation import Rotation, rotation
from core.inputs.parameter import Choice


@dataclass(frozen=True)
class ImageRope:
    """How a released model turns the patches of an image."""

    name: str  # of the model
    source: str  # paper and released code, in Markdown
    base: float  # of the frequencies, as released; dimensionless
    # ``directions(head_dim, base)`` → (pairs, 2), radians per unit of the coordinates
    directions: Callable[[int, float], NDArray[np.float64]]
    layout: str  # "half" or "interleaved", as in `core.schemes.rope.pairs`
    # ``coordinates(height, width)`` → (height * width, 2), (y, x)
    coordinates: Callable[[int, int], NDArray[np.float64]] = grid_coordinates
    blocks: int = 1  # equal parts of a head, each with the layout of its own
    unit: float = 1.0  # radians per unit of the coordinates of the fastest pair
    class_tokens: int = 0  # tokens after the patches that do not turn

    def rotation(
        self,
        height: int,
        width: int,
        head_dim: int,  # features of a head, divisible by 4
        *,
        base: float | None = None,  # None takes that of the released model
    ) -> Rotation:  # with angles (tokens, head_dim / 2)
        """The rotation of the patches of a grid, in the model's order of tokens."""
        arrows = self.directions(head_dim, self.base if base is None else base)
        turning = rotation(self.coordinates(height, width), self.unit * arrows, self.layout, self.blocks)
        still = np.zeros((self.class_tokens, len(arrows)))
        return replace(turning, angles=np.vstack([turning.angles, still]))


def _from_one(height: int, width: int) -> NDArray[np.float64]:
    return grid_coordinates(height, width) + 1


IMAGE_ROPES: dict[str, ImageRope] = {
    rope.name: rope
    for rope in (
        ImageRope(
            "EVA-02",
            "Fang et al., [2303.11331](https://arxiv.org/abs/2303.11331); timm, RotaryEmbeddingCat",
            10_000.0,
            axial,
            "interleaved",
            partial(squeezed, reference=(16.0, 16.0)),
        ),
        ImageRope(
            "RoPE-ViT axial",
            "Heo et al., section 3.2, [2403.13298](https://arxiv.org/abs/2403.13298)",
            100.0,
            partial(axial, order=(X, Y)),
            "interleaved",
        ),
        ImageRope(
            "Qwen2-VL",
            "Wang et al., section 2.1, [2409.12191](https://arxiv.org/abs/2409.12191); "
            "tokens of the model come in blocks of 2 × 2",
            10_000.0,
            axial,
            "half",
        ),
        ImageRope(
            "Pixtral",
            "Agrawal et al., [2410.07073](https://arxiv.org/abs/2410.07073)",
            10_000.0,
            shared_series,
            "half",
        ),
        ImageRope(
            "Llama 4",
            "Meta 2025, [transformers](https://github.com/huggingface/transformers), models/llama4",
            10_000.0,
            partial(axial, order=(X, Y)),
            "interleaved",
            _from_one,
            class_tokens=1,
        ),
        ImageRope(
            "Kimi K2.5",
            "Kimi Team, [2504.07491](https://arxiv.org/abs/2504.07491)",
            10_000.0,
            alternating,
            "half",
        ),
        ImageRope(
            "DINOv3",
            "Siméoni et al., [2508.10104](https://arxiv.org/abs/2508.10104)",
            100.0,
            axial,
            "half",
            centred,
            unit=2 * np.pi,
        ),
        ImageRope(
            "Gemma 4",
            "Google 2026, [transformers](https://github.com/huggingface/transformers), models/gemma4",
            100.0,
            partial(axial, order=(X, Y)),
            "half",
            blocks=2,
        ),
    )
}

MODEL = Choice("model", "Whose rotation of image patches.", tuple(IMAGE_ROPES))
