"""Figures put together as plain dictionaries, and checked by Plotly only where its objects are asked for."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import plotly.graph_objects as go

from figures import theme

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_AXIS = {"automargin": True, "title": {"standoff": 15}, "zerolinewidth": 2, "ticks": ""}
TEMPLATE = {
    "data": {
        "heatmap": [{"type": "heatmap", "colorbar": {"outlinewidth": 0, "ticks": ""}}],
        "bar": [{"type": "bar", "marker": {"line": {"width": 0}}}],
    },
    "layout": {
        "hovermode": "closest",
        "hoverlabel": {"align": "left", "font": {"family": theme.FONT}},
        "legend": {"tracegroupgap": 0},
        "annotationdefaults": {"arrowhead": 0, "arrowwidth": 1},
        "xaxis": _AXIS,
        "yaxis": _AXIS,
    },
}
"""What holds where a figure says nothing else, whatever the theme."""


class Figure(dict[str, Any]):
    """Traces under "data" and a layout, as Plotly draws them in the browser.

    Plotly's own objects take five times as long to make as all the rest of a figure; a test of every figure
    makes them, a reader's every move does not.
    """

    @cached_property
    def checked(self) -> go.Figure:
        """What Plotly makes of it.

        Raises
        ------
        ValueError
            For what Plotly does not know.
        """
        return go.Figure(dict(self))

    @property
    def data(self) -> tuple[Any, ...]:
        """The traces, checked."""
        return tuple(self.checked.data)

    @property
    def layout(self) -> Any:
        """The layout, checked."""
        return self.checked.layout

    def under(self, layout: dict[str, Any], **trace: Any) -> Figure:
        """The same with more in its layout and in each of its traces; what is new wins."""
        traces = [over(one, trace) for one in self["data"]]
        return Figure(data=traces, layout=over(self["layout"], layout))


def figure(
    traces: Iterable[dict[str, Any]],
    layout: dict[str, Any],
    *,
    palette: theme.Palette,
    height: int,
    x: str = "",
    y: str = "",
) -> Figure:
    """Traces in the look of the house.

    Parameters
    ----------
    traces : iterable of dict
        As Plotly takes them, each with its type.
    layout : dict
        Wins over the look; all of its axes have that of the house.
    palette : Palette
    height : int
        Pixels.
    x, y : str
        Titles with units of the first axes.
    """
    axes = {name: _axis(palette) for name in layout if name.startswith(("xaxis", "yaxis"))}
    return Figure(data=[*traces], layout=over(axes | look(palette, x=x, y=y, height=height), layout))


def look(palette: theme.Palette, *, x: str, y: str, height: int) -> dict[str, Any]:
    """The layout that all figures share: axes with units, one grid, legend above the data.

    Parameters
    ----------
    palette : Palette
    x, y : str
        Axis titles with units.
    height : int
        Pixels.
    """
    return {
        "template": TEMPLATE,
        "height": height,
        "margin": {"l": 64, "r": 16, "t": 40, "b": 48},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": {"family": theme.FONT, "size": 14, "color": palette.text},
        "legend": {"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"},
        "colorway": theme.SERIES,
        "xaxis": _axis(palette) | {"title": {"text": x}},
        "yaxis": _axis(palette) | {"title": {"text": y}},
        "uirevision": True,
    }


def _axis(palette: theme.Palette) -> dict[str, Any]:
    return {"gridcolor": palette.grid, "zerolinecolor": palette.grid, "linecolor": palette.grid}


def over(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """Both, dictionaries within them too; what is above wins.

    Examples
    --------
    >>> over({"font": {"size": 14, "color": "red"}}, {"font": {"size": 12}})
    {'font': {'size': 12, 'color': 'red'}}
    """
    within = {key for key, value in above.items() if isinstance(value, dict) and isinstance(below.get(key), dict)}
    return {**below, **above, **{key: over(below[key], above[key]) for key in within}}


def grid(
    x: Sequence[dict[str, Any]],
    y: Sequence[dict[str, Any]],
    *,
    heights: Sequence[float],
    widths: Sequence[float] = (1,),
    above: float = 0,
    beside: float = 0,
    share_y: bool = False,
) -> dict[str, dict[str, Any]]:
    """Axes of panels in rows and columns, counted from 1 in the order of reading.

    Those of a column share the horizontal axis, with numbers and title only below the last.

    Parameters
    ----------
    x, y : sequence of dict
        Of each column.
    heights, widths : sequence of float
        Of the rows from the top and of the columns, in any unit.
    above, beside : float
        Gaps, as shares of the whole.
    share_y : bool
        Whether those of a row share the vertical axis, with numbers only at the first.
    """
    axes, count = {}, len(widths)
    high, wide = _spans(heights[::-1], above)[::-1], _spans(widths, beside)
    for place in range(len(heights) * count):
        row, column = divmod(place, count)
        last, first = (len(heights) - 1) * count + column, row * count if share_y else place
        across = {"domain": wide[column], "anchor": nth("y", place + 1)}
        upward = {"domain": high[row], "anchor": nth("x", place + 1)}
        axes[nth("xaxis", place + 1)] = across | (x[column] if place == last else _follow(x[column], "x", last))
        axes[nth("yaxis", place + 1)] = upward | (y[column] if place == first else _follow(y[column], "y", first))
    return axes


def _spans(sizes: Sequence[float], gap: float) -> list[list[float]]:
    """Parts of the whole from 0 to 1."""
    parts = np.asarray(sizes) / sum(sizes) * (1 - gap * (len(sizes) - 1))
    starts = np.concatenate([[0], np.cumsum(parts[:-1] + gap)])
    return [[float(start), min(float(start + part), 1.0)] for start, part in zip(starts, parts, strict=True)]


def _follow(axis: dict[str, Any], letter: str, leader: int) -> dict[str, Any]:
    untitled = {key: value for key, value in axis.items() if key != "title"}
    return untitled | {"matches": nth(letter, leader + 1), "showticklabels": False}


def nth(name: str, number: int) -> str:
    """Plotly's name of an axis; the first has no number.

    Examples
    --------
    >>> nth("x", 1), nth("yaxis", 2)
    ('x', 'yaxis2')
    """
    return name if number == 1 else f"{name}{number}"


def within(number: int, traces: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The traces in a panel of a grid."""
    axes = {"xaxis": nth("x", number), "yaxis": nth("y", number)}
    return [trace | axes for trace in traces]


def level(height: float, palette: theme.Palette) -> dict[str, Any]:
    """A dashed line across the first panel."""
    ends = {"xref": "x domain", "x0": 0, "x1": 1, "yref": "y", "y0": height, "y1": height}
    return {"type": "line", "line": {"color": palette.text, "width": 1.5, "dash": "dash"}} | ends
