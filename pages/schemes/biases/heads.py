"""What the heads of a bias do: the bias over the distance, and the attention that it shares out."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from core.numeric.curve import evenly_spread
from core.schemes.analysis.bias_reading import BiasReading
from core.schemes.analysis.bias_weights import (
    bias_curves_columns,
    bias_heatmap_columns,
    mass_columns,
    weight_columns,
)
from figures.schemes.biases import crossing_curves, head_curves, head_heatmap
from figures.theme import of_scheme
from pages.shared import chart
from pages.shared.columns import Columns
from pages.shared.words import Words
from pages.take_away import derived

CURVES = 8
SHARES, LEVEL = (0.5, 0.9, 0.99), 0.5


def with_curves(heads: int) -> NDArray[np.int_]:
    """Indices of the heads that get a curve."""
    return evenly_spread(heads, CURVES)


def facts_of(words: Words, reading: BiasReading) -> dict[str, Any]:
    """Values for the sentences about a bias."""
    first, last = (in_words(words, reading.halves[index]) for index in (0, -1))
    return {"reading": reading, "first": first, "last": last, "lines": len(with_curves(reading.heads))}


def in_words(words: Words, distance: float) -> str:
    if np.isnan(distance):
        return words["Distance: none"]
    if distance == 1:
        return words["Distance: one"]
    return words("Distance: far" if distance >= 1000 else "Distance", distance=distance)


def columns_of(function: Callable[..., dict[str, NDArray[Any]]], reading: BiasReading, **axes: Any) -> Columns:
    """Distances, and what each head has there."""
    values = {"scheme": reading.scheme, "parameters": reading.parameters, "heads": reading.heads}
    return derived.columns_of(function, "curves", values, **axes)


def bias(words: Words, reading: BiasReading) -> None:
    cells = columns_of(bias_heatmap_columns, reading, ylabel=words["Bias: axis"])
    curves = columns_of(bias_curves_columns, reading)
    facts, curve_heads = facts_of(words, reading), with_curves(reading.heads)
    left, right = st.columns(2, gap="medium")
    with left:
        chart.show(
            head_heatmap(
                cells.rows,
                cells.x,
                reading.halves,
                palette=chart.palette(),
                ring=words["Ring"],
                unit=words["Bias: bar"],
            ),
            cells,
            alt=words("Heatmap: alt", **facts),
            key="bias_heatmap",
        )
    with right:
        chart.show(
            head_curves(
                curves.rows[curve_heads], curves.x, curve_heads + 1, y=words["Bias: axis"], **look_of(reading)
            ),
            curves,
            alt=words("Curves: alt", **facts),
            key="bias_curves",
            ghost=True,
        )
    first, last = (reading.halves[index] for index in (0, -1))
    halves = "Bias: halves" if np.isfinite([first, last]).all() else "Bias: no halves"
    note, power = "", 1 << (reading.heads.bit_length() - 1)  # heads, or the largest power of two below
    if reading.scheme.is_learned:
        note = words["Bias: learned"]
    elif reading.heads > power:
        note = words("Bias: two rows of slopes", heads=reading.heads, next=power + 1)
    st.markdown(f"{words['Bias']} {words(halves, **facts)} {note}")


def mass(words: Words, reading: BiasReading) -> Callable[[], object]:
    weights, masses = columns_of(weight_columns, reading), columns_of(mass_columns, reading)
    facts, curve_heads = facts_of(words, reading), with_curves(reading.heads)
    nearest_half = reading.mass.quantile(LEVEL)
    shares = reading.mass.at(nearest_half).diagonal()  # a little above the level: distances are whole

    def show(name: str, columns: Columns, crossings: Any, **look: Any) -> None:
        look |= look_of(reading) | {"level": LEVEL, "y": words[f"{name}: axis"]}
        at_level = np.stack(crossings, axis=1)[curve_heads]
        figure = crossing_curves(columns.rows[curve_heads], columns.x, curve_heads + 1, at_level, **look)
        chart.show(figure, columns, alt=words(f"{name}: alt", **facts), key=name.lower(), ghost=True)

    left, right = st.columns(2, gap="medium")
    with left:
        rows = zip(reading.halves, weights.rows, strict=True)
        at_halves = [np.interp(half, weights.x, row) for half, row in rows]  # lower where a bias has steps
        show("Weight", weights, (reading.halves, at_halves))
    with right:
        show("Mass", masses, (nearest_half, shares), percent=True)
    st.markdown(words("Mass", nearest=nearest_half[reading.head - 1] + 1, **facts))
    return partial(chart.grid, per_head(reading), alt=words("Heads: alt", **facts))


def look_of(reading: BiasReading) -> dict[str, Any]:
    """Colours of curves of the heads."""
    scheme = reading.scheme
    return {"palette": chart.palette(), "colour": of_scheme(scheme.name, scheme.family)}


def per_head(reading: BiasReading) -> pd.DataFrame:
    table: dict[str, NDArray[Any]] = {"head": np.arange(1, reading.heads + 1)}
    table |= {f"bias at {reading.distance}": reading.at([reading.distance])[:, 0]}
    table |= {"weight halves at (tokens)": reading.halves.round(2)}
    table |= {f"{share:.0%} within (keys)": reading.mass.quantile(share) + 1 for share in SHARES}
    return pd.DataFrame(table | {"on itself (%)": (100 * reading.mass.within[:, 0]).round(2)})
