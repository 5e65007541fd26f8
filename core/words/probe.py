"""A linear probe: what an affine map can read back from vectors."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

PENALTY = 1e-6
"""Ridge in units of the inputs' mean variance: just enough to make the solution unique."""


@dataclass(frozen=True)
class Probe:
    """An affine map learned from examples."""

    weights: NDArray[np.float64]  # (d, k)
    offset: NDArray[np.float64]  # (k,)

    def read(self, inputs: NDArray[np.float64]) -> NDArray[np.float64]:
        """Readings from rows of shape (n, d): shape (n, k), in the unit of the targets."""
        return inputs @ self.weights + self.offset


def fit_probe(
    inputs: NDArray[np.float64], targets: NDArray[np.float64], *, penalty: float = PENALTY
) -> Probe:  # inputs: (n, d), targets: (n, k)
    """Ridge regression with a free offset.

    Source: Hoerl and Kennard 1970, https://doi.org/10.1080/00401706.1970.10488634
    """
    centre, middle = inputs.mean(axis=0), targets.mean(axis=0)
    centred = inputs - centre
    moments = centred.T @ centred  # (d, d)
    ridge = penalty * ridge_unit(moments) * np.eye(len(moments))
    weights = np.linalg.solve(moments + ridge, centred.T @ (targets - middle))
    return Probe(weights, middle - centre @ weights)


def ridge_unit(moments: NDArray[np.float64]) -> float:
    """Mean of the diagonal; 1 if nothing varies, where any positive ridge gives zero weights."""
    return float(np.trace(moments)) / len(moments) or 1.0


def nearest_rows(
    readings: NDArray[np.float64], table: NDArray[np.float64]
) -> NDArray[np.intp]:  # readings: (..., k), table: (m, k); → (...)
    """The row of a table that each reading is closest to."""
    return np.argmax(readings @ table.T - (table**2).sum(axis=1) / 2, axis=-1)
