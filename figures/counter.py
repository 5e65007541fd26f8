"""A counter's bits as cells, positions down, with the waves that make them."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from figures import theme
from figures.dress import dress

ROW, HEAD = 19, 84  # pixels: a position, the labels above


def bit_table(
    ones: NDArray[np.floating],
    labels: Sequence[str],
    *,
    palette: theme.Palette,
    colour: str,
    x: str,
    y: str,
    digits: bool = False,
    wave_positions: NDArray[np.floating] | None = None,
    waves: NDArray[np.floating] | None = None,
) -> go.Figure:
    """Filled cells where a bit is 1; on them the wave of each column, crests to the right.

    Parameters
    ----------
    ones : ndarray of shape (positions, columns)
        1, 0, or NaN where there is nothing to show.
    labels : sequence of str
        Of the columns.
    palette : Palette
    colour : str
        Of a 1.
    x, y : str
        Axis titles with units.
    digits : bool
        Whether to write the bits into the cells.
    wave_positions, waves : ndarray of shapes (n,) and (n, columns), or None
        The continuous curves, in tokens and dimensionless.
    """
    cells = go.Heatmap(
        z=np.asarray(ones, np.float32),
        zmin=0,
        zmax=1,
        colorscale=[(0, palette.neutral), (1, colour)],
        showscale=False,
        xgap=3,
        ygap=1,
        hoverongaps=False,
        hovertemplate="position %{y}, %{x}: %{z}<extra></extra>",
    )
    if digits:
        cells.update(texttemplate="%{z}", textfont={"size": 12})
    figure = go.Figure(cells)
    if wave_positions is not None and waves is not None:
        figure.add_traces([_wave(number, wave_positions, wave, palette) for number, wave in enumerate(waves.T)])
    dress(figure, palette, x=x, y=y, height=len(ones) * ROW + HEAD + 8)
    bare = {"showgrid": False, "zeroline": False, "fixedrange": True, "automargin": False}
    figure.update_xaxes(side="top", range=[-0.5, len(labels) - 0.5], **bare)
    figure.update_xaxes(tickvals=np.arange(len(labels)), ticktext=list(labels), tickangle=0)
    figure.update_yaxes(range=[len(ones) - 0.5, -0.5], **bare)
    return figure.update_layout(margin={"l": 52, "r": 4, "t": HEAD, "b": 8}, showlegend=False)


def _wave(
    number: int, positions: NDArray[np.floating], values: NDArray[np.floating], palette: theme.Palette
) -> go.Scatter:
    """A curve that runs down its column, a little narrower than it."""
    return go.Scatter(
        x=np.asarray(number + 0.4 * values, np.float32),
        y=np.asarray(positions, np.float32),
        mode="lines",
        line={"color": palette.text, "width": 1.5},
        hoverinfo="skip",
    )
