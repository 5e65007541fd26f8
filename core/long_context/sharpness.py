"""How a softmax over random scores shares out attention, and what an attention factor changes."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from core.inputs.checked import checked, reals
from core.inputs.parameter import whole
from core.numeric.softmax import softmax


@dataclass(frozen=True)
class Sharpness:
    """How a softmax shares out attention."""

    entropy: float  # nats

    @property
    def keys(self) -> float:
        """The number of equally weighted keys that has the same entropy."""
        return float(np.exp(self.entropy))


@lru_cache(maxsize=64)  # drawing 65,536 scores takes 2 ms
@checked(whole("keys"), **reals("multiplier"))
def sharpness(
    keys: int, multiplier: float = 1.0, *, seed: int = 0
) -> Sharpness:  # multiplier: the square of an attention factor
    """Softmax over standard normal scores times a multiplier.

    Scores of unrelated queries and keys are distributed like this, whichever way they are rotated.
    """
    weights = softmax(np.random.default_rng(seed).standard_normal(keys) * multiplier)
    return Sharpness(float(-(weights * np.log(np.maximum(weights, np.finfo(float).tiny))).sum()))
