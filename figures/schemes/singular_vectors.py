"""Singular vectors of a table over its positions, each beside its power at every frequency."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from figures import spec, theme

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from figures.spec import Figure

ROW, GAP, FRAME = 50, 27, 84  # pixels: a row, the label above it, margins
FONT_SIZE = 14


@dataclass(frozen=True)
class Component:
    """One row of the picture.

    Parameters
    ----------
    name, peak : str
        Labels above the vector and above its frequencies.
    vector, wave : ndarray of shape (n,)
        The vector and the sinusoid nearest to it, of one scale.
    cycles : int
        Of that sinusoid.
    shares : ndarray of shape (frequencies,)
        Of the power, at 0, 1, … cycles.
    """

    name: str
    peak: str
    vector: NDArray[np.floating]
    wave: NDArray[np.floating]
    cycles: int
    shares: NDArray[np.floating]


def component_rows(
    components: Sequence[Component],
    *,
    palette: theme.Palette,
    colour: str,
    step: int,
    length: int,
) -> Figure:
    """Small multiples on common axes: at the left the vectors on their waves, at the right the shares.

    Parameters
    ----------
    components : sequence of Component
        At least one.
    palette : Palette
    colour : str
        Of the table.
    step : int
        Positions from one point of a vector to the next.
    length : int
        Positions of the table.
    """
    rows, frequencies = len(components), len(components[0].shares)
    inner = rows * ROW + (rows - 1) * GAP
    bound = 1.1 * max(float(np.abs(component.vector).max()) for component in components)
    positions = {"range": [-0.01 * length, 1.01 * length], "nticks": 5}
    cycles = {"range": [-0.7, frequencies - 0.3], "dtick": _tick(frequencies), "tick0": 0}
    vectors = {"range": [-bound, bound], "tickvals": [0]}
    shares = {"range": [0, 1.04], "tickvals": [0, 0.5, 1]}
    axes = spec.grid(
        [_titled(positions, "position (tokens)"), _titled(cycles, "cycles in the table")],
        [{**axis, "showticklabels": False, "fixedrange": True} for axis in (vectors, shares)],
        heights=[ROW] * rows,
        widths=[0.6, 0.4],
        above=GAP / inner,
        beside=0.08,
    )
    traces, labels = [], []
    for place, component in enumerate(components):
        left, right = 2 * place + 1, 2 * place + 2
        traces += spec.within(left, _over_positions(component, colour, step))
        traces += spec.within(right, [_over_frequencies(component, colour)])
        labels += [_label(component.name, left), _label(component.peak, right)]
    margin = {"l": 12, "r": 8, "t": 30, "b": FRAME - 30}
    own = {"showlegend": False, "bargap": 0.25, "margin": margin, "annotations": labels}
    return spec.figure(traces, axes | own, palette=palette, height=inner + FRAME)


def _titled(axis: dict[str, Any], title: str) -> dict[str, Any]:
    return axis | {"title": {"text": title, "standoff": 6}, "fixedrange": True}


def _over_positions(component: Component, colour: str, step: int) -> list[dict[str, Any]]:
    ghost = {
        "name": "nearest wave",
        "line": {"color": theme.GHOST, "width": 6},
        "opacity": 0.4,
        "hoverinfo": "skip",
    }
    own = {"name": component.name, "line": {"color": colour, "width": 2}}
    line = {"type": "scatter", "mode": "lines", "x0": 0, "dx": step}
    return [
        line | look | {"y": np.asarray(values, np.float32)}
        for values, look in ((component.wave, ghost), (component.vector, own))
    ]


def _over_frequencies(component: Component, colour: str) -> dict[str, Any]:
    quiet = np.arange(len(component.shares)) != component.cycles
    return {
        "type": "bar",
        "y": np.asarray(component.shares, np.float32),
        "marker": {"color": np.where(quiet, theme.GHOST, colour).tolist(), "line": {"width": 0}},
        "hovertemplate": "%{x} cycles: %{y:.1%}<extra></extra>",
    }


def _tick(frequencies: int) -> int:
    """A round number of cycles from one label to the next."""
    return next(step for step in (1, 2, 5, 10, 20, 50) if frequencies <= 5 * step or step == 50)


def _label(text: str, panel: int) -> dict[str, Any]:
    domains = {"xref": spec.nth("x", panel) + " domain", "yref": spec.nth("y", panel) + " domain"}
    place = {"x": 0, "y": 1, "xanchor": "left", "yanchor": "bottom"}
    return domains | place | {"text": text, "showarrow": False, "font": {"size": FONT_SIZE}}
