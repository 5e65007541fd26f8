"""Singular vectors of a table over its positions, each beside its power at every frequency."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray
from plotly.subplots import make_subplots

from figures import theme
from figures.dress import dress

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
) -> go.Figure:
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
    rows = len(components)
    inner = rows * ROW + (rows - 1) * GAP
    figure = make_subplots(
        rows, 2, column_widths=[0.6, 0.4], shared_xaxes=True, horizontal_spacing=0.08, vertical_spacing=GAP / inner
    )
    for number, component in enumerate(components, 1):
        figure.add_traces(_over_positions(component, colour, step), rows=number, cols=1)
        figure.add_trace(_over_frequencies(component, colour), row=number, col=2)
        for text, column in ((component.name, 1), (component.peak, 2)):
            figure.add_annotation(_label(text, 2 * number - 2 + column), showarrow=False)
    dress(figure, palette, x="", y="", height=inner + FRAME)
    grid = {"gridcolor": palette.grid, "zerolinecolor": palette.grid, "fixedrange": True}
    bound = 1.1 * max(float(np.abs(component.vector).max()) for component in components)
    figure.update_yaxes(range=[-bound, bound], tickvals=[0], showticklabels=False, col=1, **grid)
    figure.update_yaxes(range=[0, 1.04], tickvals=[0, 0.5, 1], showticklabels=False, col=2, **grid)
    frequencies = len(components[0].shares)
    figure.update_xaxes(range=[-0.01 * length, 1.01 * length], nticks=5, col=1, **grid)
    figure.update_xaxes(range=[-0.7, frequencies - 0.3], dtick=_tick(frequencies), tick0=0, col=2, **grid)
    for title, column in (("position (tokens)", 1), ("cycles in the table", 2)):
        figure.update_xaxes(title={"text": title, "standoff": 6}, showticklabels=True, row=rows, col=column)
    figure.update_annotations(font_size=FONT_SIZE)
    return figure.update_layout(showlegend=False, bargap=0.25, margin={"l": 12, "r": 8, "t": 30, "b": FRAME - 30})


def _over_positions(component: Component, colour: str, step: int) -> list[go.Scatter]:
    ghost = {
        "name": "nearest wave",
        "line": {"color": theme.GHOST, "width": 6},
        "opacity": 0.4,
        "hoverinfo": "skip",
    }
    own = {"name": component.name, "line": {"color": colour, "width": 2}}
    return [
        go.Scatter(x0=0, dx=step, y=np.asarray(values, np.float32), mode="lines", **look)
        for values, look in ((component.wave, ghost), (component.vector, own))
    ]


def _over_frequencies(component: Component, colour: str) -> go.Bar:
    quiet = np.arange(len(component.shares)) != component.cycles
    return go.Bar(
        y=np.asarray(component.shares, np.float32),
        marker={"color": np.where(quiet, theme.GHOST, colour).tolist(), "line": {"width": 0}},
        hovertemplate="%{x} cycles: %{y:.1%}<extra></extra>",
    )


def _tick(frequencies: int) -> int:
    """A round number of cycles from one label to the next."""
    return next(step for step in (1, 2, 5, 10, 20, 50) if frequencies <= 5 * step or step == 50)


def _label(text: str, axis: int) -> dict[str, object]:
    place = f"{axis}" if axis > 1 else ""
    domains = {"xref": f"x{place} domain", "yref": f"y{place} domain"}
    return domains | {"text": text, "x": 0, "y": 1, "xanchor": "left", "yanchor": "bottom"}
