"""What the views of Attention biases have in common: words, tables and code about the heads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from core.numeric.spacing import evenly_spread
from pages.take_away.code import Code

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from core.schemes.analysis.bias_reading import BiasReading
    from pages.shared.words import Words

CURVES = 8


def with_curves(heads: int) -> NDArray[np.int_]:
    """Indices of the heads that get a curve."""
    return evenly_spread(heads, CURVES)


def told(words: Words, found: BiasReading) -> dict[str, Any]:
    """Values for the sentences about a bias."""
    first, last = (distance_told(words, found.halves[index]) for index in (0, -1))
    return {"found": found, "first": first, "last": last, "lines": len(with_curves(found.heads))}


def distance_told(words: Words, distance: float) -> str:
    if np.isnan(distance):
        return words["Distance: none"]
    if distance == 1:
        return words["Distance: one"]
    return words("Distance: far" if distance >= 1000 else "Distance", distance=distance)


def by_head(distances: NDArray[np.int_], values: NDArray[np.float64]) -> pd.DataFrame:
    columns = {f"head {head}": row for head, row in enumerate(values, 1)}
    return pd.DataFrame({"distance": distances, **columns})


def code_of(picture: str, found: BiasReading) -> Code:
    values = {"schemes": [found.scheme.name], "parameters": found.parameters, "heads": found.heads}
    return Code(f"biases/{picture}", values, chosen=(found.scheme,))
