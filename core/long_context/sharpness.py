"""How a softmax over random scores shares out attention, and what an attention factor changes."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from core.inputs.checked import checked, reals
from core.inputs.parameter import whole
from core.numeric.softmax import softmax
from core.schemes.analysis.bias_weights import spaced_distances

MAX_KEYS = 65_536  # random scores
_POINTS = 200  # of the curve


@dataclass(frozen=True)
class Sharpness:
    """How a softmax shares out attention."""

    entropy: float  # nats
    strongest: NDArray[np.int_]  # (k,) numbers of keys, ascending
    shares: NDArray[np.float64]  # (k,) share of the attention that this many strongest keys hold

    @property
    def keys(self) -> float:
        """The number of equally weighted keys that has the same entropy."""
        return float(np.exp(self.entropy))


@lru_cache(maxsize=64)  # 3 kB each; drawing and sorting 65,536 scores takes 5 ms
@checked(whole("keys"), **reals("multiplier"))
def sharpness(
    keys: int, multiplier: float = 1.0, *, seed: int = 0
) -> Sharpness:  # multiplier: the square of an attention factor
    """Softmax over standard normal scores times a multiplier.

    Scores of unrelated queries and keys are distributed like this, whichever way they are rotated.
    """
    scores = np.random.default_rng(seed).standard_normal(keys)
    weights = np.sort(softmax(scores * multiplier))[::-1]
    strongest = spaced_distances(keys, most=_POINTS, first=1)
    entropy = -(weights * np.log(np.maximum(weights, np.finfo(float).tiny))).sum()
    mass = np.cumsum(weights)[strongest - 1]
    for array in (strongest, mass):
        array.setflags(write=False)
    return Sharpness(float(entropy), strongest, mass)
