"""Singular vectors of a table over its positions, each beside the power spectrum."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figures import spec, theme
from figures.spec import Figure

ROW, GAP, MARGINS = 32, 24, 84  # pixels; the gap holds a row's labels
FONT_SIZE = 13


@dataclass(frozen=True)
class SingularVector:
    """One row of the picture."""

    name: str  # label above the vector
    peak: str  # label above its spectrum
    vector: NDArray[np.floating]  # (n,)
    sinusoid: NDArray[np.floating]  # (n,) the nearest to the vector, on the same scale
    cycles: int  # of that sinusoid
    shares: NDArray[np.floating]  # (frequencies,) shares of the power at 0, 1, … cycles


def singular_vector_rows(
    rows: Sequence[SingularVector],  # at least one
    *,
    palette: theme.Palette,
    colour: str,  # of the vectors
    step: int,  # positions between points of a vector
    length: int,  # positions of the table
) -> Figure:
    """Small multiples on common axes: the vectors with their sinusoids at the left, the spectra at the right."""
    count, frequencies = len(rows), len(rows[0].shares)
    inner = count * ROW + (count - 1) * GAP
    bound = 1.1 * max(float(np.abs(row.vector).max()) for row in rows)
    positions = {"range": [-0.01 * length, 1.01 * length], "nticks": 5}
    cycles = {"range": [-0.7, frequencies - 0.3], "dtick": _tick(frequencies), "tick0": 0}
    vectors = {"range": [-bound, bound], "tickvals": [0]}
    shares = {"range": [0, 1.04], "tickvals": [0, 0.5, 1]}
    axes = spec.grid(
        [_titled(positions, "position (tokens)"), _titled(cycles, "cycles in the table")],
        [{**axis, "showticklabels": False, "fixedrange": True} for axis in (vectors, shares)],
        heights=[ROW] * count,
        widths=[0.6, 0.4],
        above=GAP / inner,
        beside=0.08,
    )
    traces, labels = [], []
    for place, row in enumerate(rows):
        left, right = 2 * place + 1, 2 * place + 2
        traces += spec.within(left, _over_positions(row, colour, step))
        traces += spec.within(right, [_over_frequencies(row, colour)])
        labels += [_label(row.name, left), _label(row.peak, right)]
    margin = {"l": 12, "r": 8, "t": 30, "b": MARGINS - 30}
    layout = {"showlegend": False, "bargap": 0.25, "margin": margin, "annotations": labels}
    return spec.figure(traces, axes | layout, palette=palette, height=inner + MARGINS)


def _titled(axis: dict[str, Any], title: str) -> dict[str, Any]:
    return axis | {"title": {"text": title, "standoff": 6}, "fixedrange": True}


def _over_positions(row: SingularVector, colour: str, step: int) -> list[dict[str, Any]]:
    wide = {
        "name": "nearest wave",
        "line": {"color": theme.GHOST, "width": 6},
        "opacity": 0.4,
        "hoverinfo": "skip",
    }
    narrow = {"name": row.name, "line": {"color": colour, "width": 2}, "hovertemplate": "position %{x:,}: %{y:.4f}"}
    line = {"type": "scatter", "mode": "lines", "x0": 0, "dx": step}
    return [
        line | look | {"y": np.asarray(values, np.float32)}
        for values, look in ((row.sinusoid, wide), (row.vector, narrow))
    ]


def _over_frequencies(row: SingularVector, colour: str) -> dict[str, Any]:
    grey = np.arange(len(row.shares)) != row.cycles
    return {
        "type": "bar",
        "y": np.asarray(row.shares, np.float32),
        "marker": {"color": np.where(grey, theme.GHOST, colour).tolist(), "line": {"width": 0}},
        "hovertemplate": "%{x:,} cycles: %{y:.1%}<extra></extra>",
    }


def _tick(frequencies: int) -> int:
    """A round number of cycles from one label to the next."""
    return next(step for step in (1, 2, 5, 10, 20, 50) if frequencies <= 5 * step or step == 50)


def _label(text: str, panel: int) -> dict[str, Any]:
    domains = {"xref": spec.nth("x", panel) + " domain", "yref": spec.nth("y", panel) + " domain"}
    place = {"x": 0, "y": 1, "xanchor": "left", "yanchor": "bottom"}
    return domains | place | {"text": text, "font": {"size": FONT_SIZE}}
