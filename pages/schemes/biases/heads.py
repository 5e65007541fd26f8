"""What the heads of a bias do: the bias over the distance, and the attention that it shares out."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from core.numeric.spacing import evenly_spread
from core.schemes.analysis.bias_reading import BiasReading
from core.schemes.analysis.bias_weights import (
    bias_curves_columns,
    bias_heatmap_columns,
    mass_columns,
    weight_columns,
)
from figures.schemes.bias_by_head import head_curves, head_heatmap
from pages.shared import chart
from pages.shared.words import Words
from pages.take_away.code import Code
from pages.take_away.derived import derived

CURVES = 8
SHARES = (0.5, 0.9, 0.99)


def with_curves(heads: int) -> NDArray[np.int_]:
    """Indices of the heads that get a curve."""
    return evenly_spread(heads, CURVES)


def facts_of(words: Words, found: BiasReading) -> dict[str, Any]:
    """Values for the sentences about a bias."""
    first, last = (distance_told(words, found.halves[index]) for index in (0, -1))
    return {"found": found, "first": first, "last": last, "lines": len(with_curves(found.heads))}


def distance_told(words: Words, distance: float) -> str:
    if np.isnan(distance):
        return words["Distance: none"]
    if distance == 1:
        return words["Distance: one"]
    return words("Distance: far" if distance >= 1000 else "Distance", distance=distance)


Columns = Callable[..., dict[str, NDArray[Any]]]


def columns_of(function: Columns, found: BiasReading) -> dict[str, NDArray[Any]]:
    return function(found.scheme, found.length, found.heads, **found.parameters)


def rows_of(columns: dict[str, NDArray[Any]]) -> tuple[NDArray[np.int_], NDArray[np.float64]]:
    """Distances, and what each head has there, (heads, n)."""
    distances, *rows = columns.values()
    return distances, np.stack(rows)


def code_of(function: Columns, found: BiasReading, **axes: str) -> Code:
    values = {"scheme": found.scheme.name, "parameters": found.parameters, "heads": found.heads}
    script = derived(function, "curves", xlabel="distance back (tokens)", **axes)
    return Code(script, values, chosen=(found.scheme,))


def bias(words: Words, found: BiasReading) -> None:
    cells, curves = columns_of(bias_heatmap_columns, found), columns_of(bias_curves_columns, found)
    (near, colours), (far, lines) = rows_of(cells), rows_of(curves)
    facts, picked = facts_of(words, found), with_curves(found.heads)
    left, right = st.columns(2, gap="medium")
    with left:
        chart.show(
            head_heatmap(colours, near, found.halves, palette=chart.palette(), ring=words["Ring"]),
            alt=words("Heatmap: alt", **facts),
            table=lambda: pd.DataFrame(cells),
            key="bias_heatmap",
            code=code_of(bias_heatmap_columns, found, ylabel="bias", xscale="log"),
        )
    with right:
        chart.show(
            head_curves(lines[picked], far, picked + 1, palette=chart.palette(), y="bias"),
            alt=words("Curves: alt", **facts),
            table=lambda: pd.DataFrame(curves),
            key="bias_curves",
            code=code_of(bias_curves_columns, found, ylabel="bias"),
            ghost=True,
        )
    first, last = (found.halves[index] for index in (0, -1))
    halves = "Bias: halves" if np.isfinite([first, last]).all() else "Bias: no halves"
    learned = words["Bias: learned"] if found.scheme.learned else ""
    st.markdown(f"{words['Bias']} {words(halves, **facts)} {learned}")


def mass(words: Words, found: BiasReading) -> Callable[[], object]:
    weights, masses = columns_of(weight_columns, found), columns_of(mass_columns, found)
    (near, ratios), (_, within) = rows_of(weights), rows_of(masses)
    facts, picked, palette = facts_of(words, found), with_curves(found.heads), chart.palette()
    left, right = st.columns(2, gap="medium")
    with left:
        chart.show(
            head_curves(
                ratios[picked],
                near,
                picked + 1,
                palette=palette,
                y=words["Weight: axis"],
                log_x=True,
                level=0.5,
                rings=found.halves[picked],
            ),
            alt=words("Weight: alt", **facts),
            table=lambda: pd.DataFrame(weights),
            key="weight",
            code=code_of(weight_columns, found, ylabel="weight ÷ weight at distance 0", xscale="log"),
            ghost=True,
        )
    with right:
        chart.show(
            head_curves(
                within[picked],
                near,
                picked + 1,
                palette=palette,
                y=words["Mass: axis"],
                log_x=True,
                level=0.5,
                percent=True,
            ),
            alt=words("Mass: alt", **facts),
            table=lambda: pd.DataFrame(masses),
            key="mass",
            code=code_of(mass_columns, found, ylabel="attention at this distance or nearer", xscale="log"),
            ghost=True,
        )
    st.markdown(words("Mass", **facts))
    return partial(chart.grid, per_head(found), alt=words("Heads: alt", **facts))


def per_head(found: BiasReading) -> pd.DataFrame:
    columns = {"head": np.arange(1, found.heads + 1), f"bias at {found.distance}": found.at([found.distance])[:, 0]}
    columns |= {"weight halves at (tokens)": found.halves.round(2)}
    columns |= {f"{share:.0%} within (keys)": found.mass.reaching(share) + 1 for share in SHARES}
    return pd.DataFrame(columns | {"on itself (%)": (100 * found.mass.within[:, 0]).round(2)})
