"""Figures of the sinusoidal encoding that the browser computes again while a shared slider moves."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Live:
    """What the browser computes in the place of a figure's first trace; the other traces are hidden meanwhile."""

    # a function of live_plot.js: dot products against the offset, or of all pairs of positions
    kind: Literal["curve", "gram"]
    # length, d_model, base, scale and "normalised"; of a curve also "points", as in `dot_product_curve`
    settings: Mapping[str, Any]
