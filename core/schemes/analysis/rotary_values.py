"""Why RoPE leaves values alone: rotated values make the output depend on position."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.inputs.checked import Reals, checked, reals
from core.inputs.parameter import DIM, whole
from core.numeric.once import computed_once
from core.numeric.softmax import softmax
from core.schemes.rope import rope


@dataclass(frozen=True)
class Drift:
    """Change of the outputs of attention when all positions are shifted, relative to the outputs."""

    plain: NDArray[np.float64]  # (n,) values are not rotated
    turned: NDArray[np.float64]  # (n,) values are rotated like keys
    # (n,) values are rotated like keys, and each output is rotated back by the position of its query
    restored: NDArray[np.float64]


@checked(DIM, whole("tokens"), **reals("shifts"))
def attention_drift(
    shifts: Reals, dim: int, *, base: float = 10_000.0, scale: float = 1.0, tokens: int = 16, seed: int = 0
) -> Drift:  # Dimensionless; 0 where outputs depend only on offsets
    """Drift of one head with random tokens and no mask when all positions are shifted by the same number."""
    return _drift(tuple(shifts.tolist()), (3, tokens, dim), base, scale, seed)


@computed_once(most=64)  # 40 ms of processor time for 128 shifts; 3 kB
def _drift(shifts: tuple[float, ...], shape: tuple[int, int, int], base: float, scale: float, seed: int) -> Drift:
    vectors = np.random.default_rng(seed).standard_normal(shape)
    still = _outputs(vectors, 0.0, base=base, scale=scale)  # (3, tokens, dim)
    moved = [_outputs(vectors, shift, base=base, scale=scale) - still for shift in shifts]
    sizes = np.linalg.norm(np.reshape(moved, (len(shifts), 3, -1)), axis=2)
    return Drift(*(sizes / np.linalg.norm(still.reshape(3, -1), axis=1)).T)


def _outputs(inputs: NDArray[np.float64], shift: float, *, base: float, scale: float) -> NDArray[np.float64]:
    """Outputs for each field of `Drift`, shape (3, tokens, dim)."""
    positions = shift + np.arange(inputs.shape[1])
    query, key, value = (rope(vectors, positions, base=base, scale=scale) for vectors in inputs)
    weights = softmax(query @ key.T / np.sqrt(inputs.shape[2]))
    mixed = weights @ value
    return np.stack([weights @ inputs[2], mixed, rope(mixed, -positions, base=base, scale=scale)])
