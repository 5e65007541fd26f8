"""Queries that grow with their position, so that attention over long texts stays sharp."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.inputs.arrays import as_real


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
        steps = np.floor((as_real(positions, "positions") + self.shift) / self.floor)  # (n,)
        return 1 + self.beta * np.log1p(steps)
