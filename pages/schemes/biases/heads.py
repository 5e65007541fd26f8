"""What the heads of a bias do: the bias over the distance, and the attention that it shares out."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from core.numeric.spacing import evenly_spread
from core.schemes.analysis.bias_reading import BiasReading
from core.schemes.analysis.bias_weights import spaced_distances
from figures.schemes.bias_by_head import head_curves, head_heatmap
from pages.shared import chart
from pages.shared.words import Words
from pages.take_away.code import Code

CURVES = 8
COLUMNS, POINTS = 320, 512
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


def by_head(distances: NDArray[np.int_], values: NDArray[np.float64]) -> pd.DataFrame:
    columns = {f"head {head}": row for head, row in enumerate(values, 1)}
    return pd.DataFrame({"distance": distances, **columns})


def code_of(picture: str, found: BiasReading) -> Code:
    values = {"schemes": [found.scheme.name], "parameters": found.parameters, "heads": found.heads}
    return Code(f"biases/{picture}", values, chosen=(found.scheme,))


def bias(words: Words, found: BiasReading) -> None:
    near = spaced_distances(found.query, most=COLUMNS, first=1)
    # dense near the query, where steps are, and even beyond
    far = np.union1d(spaced_distances(found.query, most=POINTS // 2), evenly_spread(found.length, POINTS))
    facts, picked, lines = facts_of(words, found), with_curves(found.heads), found.at(far)
    left, right = st.columns(2, gap="medium")
    with left:
        chart.show(
            head_heatmap(found.at(near), near, found.halves, palette=chart.palette(), ring=words["Ring"]),
            alt=words("Heatmap: alt", **facts),
            table=lambda: by_head(near, found.at(near)),
            key="bias_heatmap",
            code=code_of("bias_heatmap", found),
        )
    with right:
        chart.show(
            head_curves(lines[picked], far, picked + 1, palette=chart.palette(), y="bias"),
            alt=words("Curves: alt", **facts),
            table=lambda: by_head(far, lines),
            key="bias_curves",
            code=code_of("bias_curves", found),
            ghost=True,
        )
    first, last = (found.halves[index] for index in (0, -1))
    halves = "Bias: halves" if np.isfinite([first, last]).all() else "Bias: no halves"
    learned = words["Bias: learned"] if found.scheme.learned else ""
    st.markdown(f"{words['Bias']} {words(halves, **facts)} {learned}")


def mass(words: Words, found: BiasReading) -> Callable[[], object]:
    near = spaced_distances(found.query, most=POINTS, first=1)
    bias = found.at(np.append(near, 0))
    ratios = np.exp(bias[:, :-1] - bias[:, -1:])
    within = found.mass.at(near)
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
            table=lambda: by_head(near, ratios),
            key="weight",
            code=code_of("weight", found),
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
            table=lambda: by_head(near, within),
            key="mass",
            code=code_of("mass", found),
            ghost=True,
        )
    st.markdown(words("Mass", **facts))
    return partial(chart.grid, per_head(found), alt=words("Heads: alt", **facts))


def per_head(found: BiasReading) -> pd.DataFrame:
    columns = {"head": np.arange(1, found.heads + 1), f"bias at {found.distance}": found.at([found.distance])[:, 0]}
    columns |= {"weight halves at (tokens)": found.halves.round(2)}
    columns |= {f"{share:.0%} within (keys)": found.mass.reaching(share) + 1 for share in SHARES}
    return pd.DataFrame(columns | {"on itself (%)": (100 * found.mass.within[:, 0]).round(2)})
