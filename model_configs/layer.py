"""Position in one layer of a model, how its queries grow, and where a value of a reading comes from."""

from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.inputs.checked import as_real


class Origin(Enum):
    """How certain a value is.

    FILE: the file has it. WORKED_OUT: it follows from values in the file. DEFAULT: the model type has a default of
    its own. ASSUMED: neither; advice never follows from such a value.
    """

    FILE = "file"
    WORKED_OUT = "worked out"
    DEFAULT = "default of the model type"
    ASSUMED = "assumed"

    @property
    def word(self) -> str:
        """The word that readers see."""
        return {Origin.FILE: "in the file", Origin.WORKED_OUT: "worked out"}.get(self, "assumed")


NO_ATTENTION, NO_POSITION = "no attention", "none"
CHUNKED = "chunked"  # in names of types of layers


@dataclass(frozen=True)
class Layer:
    """One layer."""

    number: int  # from 0, the first
    kind: str  # as the config calls it, such as "sliding_attention"
    position: str  # name of the encoding, "none" without position, or "no attention"
    # name of the type whose frequencies turn its queries and keys; None where they do not turn
    layer_type: str | None
    window: int | None  # tokens that a query sees at most; None for all

    @property
    def is_chunked(self) -> bool:
        """Whether a query sees the keys of its own chunk only, which begins at a multiple of the window."""
        return CHUNKED in self.kind


@dataclass(frozen=True)
class Temperature:
    r"""Scale of queries, :math:`1 + \beta \ln(1 + \lfloor (p + s) / n \rfloor)` [1] [2].

    [1] Nakanishi 2025, https://arxiv.org/abs/2501.19399
    [2] Hugging Face transformers 5.23, modeling_llama4 and modeling_ministral3,
    https://github.com/huggingface/transformers/tree/main/src/transformers/models
    """

    beta: float  # dimensionless
    floor: float  # n, tokens: up to this position the scale is 1
    shift: int  # s, tokens
    turning_layers: bool  # whether it acts in all layers; else in those only whose queries and keys do not turn

    def __call__(self, positions: ArrayLike) -> NDArray[np.float64]:
        """Factor on the query at each position, dimensionless; positions of shape (n,) in tokens, at least 0."""
        at = as_real(positions, "positions")
        return 1 + self.beta * np.log1p(np.floor((at + self.shift) / self.floor))
