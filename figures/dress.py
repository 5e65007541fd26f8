"""The look that all figures share."""

import plotly.graph_objects as go

from figures import theme


def dress(figure: go.Figure, palette: theme.Palette, *, x: str, y: str, height: int) -> go.Figure:
    """Give a figure the look of the house: axes with units, one grid, legend above the data.

    Parameters
    ----------
    figure : Figure
        Changed in place and returned.
    palette : Palette
    x, y : str
        Axis titles with units.
    height : int
        Pixels.
    """
    axis = {"gridcolor": palette.grid, "zerolinecolor": palette.grid, "linecolor": palette.grid, "ticks": ""}
    figure.update_layout(
        height=height,
        margin={"l": 64, "r": 16, "t": 40, "b": 48},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        font={"family": theme.FONT, "size": 14, "color": palette.text},
        hoverlabel={"font": {"family": theme.FONT}},
        legend={"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom", "title": None},
        colorway=theme.SERIES,
        xaxis=axis | {"title": {"text": x}},
        yaxis=axis | {"title": {"text": y}},
        uirevision=True,
    )
    return figure
