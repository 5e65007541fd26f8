"""Figures as plain dictionaries, which Plotly validates only on request."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from figures import theme

_TITLE, _TICKS = {"size": 14}, {"size": 13}  # Plotly's own titles are 1.2 times as large as other text
_AXIS = {
    "automargin": True,
    "title": {"standoff": 12, "font": _TITLE},
    "tickfont": _TICKS,
    "zerolinewidth": 2,
    "ticks": "",
    "ticklabeloverflow": "allow",  # else Plotly measures every label, to hide what leaves the chart
}
_BAR = {
    "outlinewidth": 0,
    "ticks": "",
    "title": {"font": _TITLE},
    "tickfont": _TICKS,
    "ticklabeloverflow": "allow",
}
TEMPLATE = {
    "data": {
        "heatmap": [{"type": "heatmap", "colorbar": _BAR}],
        "bar": [{"type": "bar", "marker": {"line": {"width": 0}}}],
    },
    "layout": {
        "hovermode": "closest",
        "hoverlabel": {"align": "left", "font": {"family": theme.FONT}},
        "legend": {"tracegroupgap": 0},
        "annotationdefaults": {"showarrow": False, "arrowhead": 0, "arrowwidth": 1},
        "xaxis": _AXIS,
        "yaxis": _AXIS,
    },
}
"""Defaults of every figure in both themes."""


class Figure(dict[str, Any]):
    """Traces under "data" and a layout, in the form that Plotly draws in the browser.

    Building Plotly's own objects takes five times as long as the rest of a figure. Only tests build them, to
    validate every figure.
    """

    def __init__(
        self,
        *,
        data: Sequence[dict[str, Any]],  # traces
        layout: dict[str, Any],  # its font has the colour that `theme.INK` stands for, here and in the traces
    ) -> None:
        ink = layout["font"]["color"]
        super().__init__(data=[_with_ink(trace, ink) for trace in data], layout=_with_ink(layout, ink))

    @cached_property
    def as_plotly(self) -> Any:
        """The figure as Plotly's own object."""
        import plotly.graph_objects as go  # noqa: PLC0415 – half a second, and only tests need it

        return go.Figure(dict(self))

    @property
    def data(self) -> tuple[Any, ...]:
        """The traces as Plotly's objects."""
        return tuple(self.as_plotly.data)

    @property
    def layout(self) -> Any:
        """The layout as Plotly's object."""
        return self.as_plotly.layout

    def under(self, layout: dict[str, Any], **trace: Any) -> Figure:
        """A copy with `layout` merged into the layout and `trace` into every trace; the new values win."""
        traces = [over(one, trace) for one in self["data"]]
        return Figure(data=traces, layout=over(self["layout"], layout))


def _with_ink(value: Any, ink: str) -> Any:
    """A copy with the ink in place of `theme.INK`."""
    if isinstance(value, dict):
        return value if value is TEMPLATE else {key: _with_ink(part, ink) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return value if value and isinstance(value[0], int | float) else [_with_ink(part, ink) for part in value]
    return ink if isinstance(value, str) and value == theme.INK else value


def figure(
    traces: Iterable[dict[str, Any]],  # in Plotly's form, each with its type
    layout: dict[str, Any],  # overrides the shared look; further axes in it get the shared look too
    *,
    palette: theme.Palette,
    height: int,
    x: str = "",
    y: str = "",
) -> Figure:
    """A figure in the look that all figures share."""
    axes = {name: _axis(palette) for name in layout if name.startswith(("xaxis", "yaxis"))}
    return Figure(data=[*traces], layout=over(axes | look(palette, x=x, y=y, height=height), layout))


def look(palette: theme.Palette, *, x: str, y: str, height: int) -> dict[str, Any]:
    """The layout that all figures share: axes with units, one grid, legend above the data."""
    return {
        "template": TEMPLATE,
        "height": height,
        "margin": {"l": 64, "r": 16, "t": 40, "b": 48},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": {"family": theme.FONT, "size": 14, "color": palette.text},
        "legend": {"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"},
        "colorway": [theme.INK, theme.GHOST],
        "xaxis": _axis(palette) | {"title": {"text": x}},
        "yaxis": _axis(palette) | {"title": {"text": y}},
        "uirevision": True,
    }


def _axis(palette: theme.Palette) -> dict[str, Any]:
    return {"gridcolor": palette.grid, "zerolinecolor": palette.grid, "linecolor": palette.grid}


def over(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """Merge two dictionaries recursively; values of `above` win.

    >>> over({"font": {"size": 14, "color": "red"}}, {"font": {"size": 12}})
    {'font': {'size': 12, 'color': 'red'}}
    """
    within = {key for key, value in above.items() if isinstance(value, dict) and isinstance(below.get(key), dict)}
    return {**below, **above, **{key: over(below[key], above[key]) for key in within}}


def grid(
    x: Sequence[dict[str, Any]],  # horizontal axes, one per column
    y: Sequence[dict[str, Any]],  # vertical axes, one per row
    *,
    heights: Sequence[float],  # of the rows from the top, relative
    widths: Sequence[float] = (1,),  # of the columns, relative
    above: float = 0,  # gap between rows, as a fraction of the whole
    beside: float = 0,  # gap between columns, as a fraction of the whole
    share_y: bool = False,  # one vertical axis per row, with tick labels only at the first panel
) -> dict[str, dict[str, Any]]:
    """Axes of panels in rows and columns, numbered from 1 in reading order.

    The panels of a column share the horizontal axis, with tick labels and title only below the last.
    """
    axes, count = {}, len(widths)
    high, wide = spans(heights[::-1], above)[::-1], spans(widths, beside)
    for place in range(len(heights) * count):
        row, column = divmod(place, count)
        last, first = (len(heights) - 1) * count + column, row * count if share_y else place
        across = {"domain": wide[column], "anchor": nth("y", place + 1)}
        upward = {"domain": high[row], "anchor": nth("x", place + 1)}
        axes[nth("xaxis", place + 1)] = across | (x[column] if place == last else _follow(x[column], "x", last))
        axes[nth("yaxis", place + 1)] = upward | (y[column] if place == first else _follow(y[column], "y", first))
    return axes


def spans(sizes: Sequence[float], gap: float) -> list[list[float]]:
    """Start and end of each part, from 0 to 1."""
    parts = np.asarray(sizes) / sum(sizes) * (1 - gap * (len(sizes) - 1))
    starts = np.concatenate([[0], np.cumsum(parts[:-1] + gap)])
    return [[float(start), min(float(start + part), 1.0)] for start, part in zip(starts, parts, strict=True)]


def _follow(axis: dict[str, Any], letter: str, leader: int) -> dict[str, Any]:
    without_title = {key: value for key, value in axis.items() if key != "title"}
    return without_title | {"matches": nth(letter, leader + 1), "showticklabels": False}


def nth(name: str, number: int) -> str:
    """Plotly's name of the n-th axis; the first has no number.

    >>> nth("x", 1), nth("yaxis", 2)
    ('x', 'yaxis2')
    """
    return name if number == 1 else f"{name}{number}"


def within(number: int, traces: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The traces, drawn in the n-th panel of a grid."""
    axes = {"xaxis": nth("x", number), "yaxis": nth("y", number)}
    return [trace | axes for trace in traces]


def level(height: float) -> dict[str, Any]:
    """A dashed line across the first panel."""
    return rule(height, along="y", width=1.5, dash="dash")


def rule(
    at: float, colour: str = theme.INK, *, along: str = "x", width: float = 1, dash: str = "solid"
) -> dict[str, Any]:
    """A line through the first panel where the axis `along` has a value."""
    return _through(at, at, along) | {"type": "line", "line": {"color": colour, "width": width, "dash": dash}}


def row_frame(number: int, low: float, high: float, *, width: float) -> dict[str, Any]:
    """A frame around a row of the n-th panel."""
    across = {"xref": f"{nth('x', number)} domain", "x0": 0, "x1": 1}
    down = {"yref": nth("y", number), "y0": low, "y1": high}
    return {"type": "rect", "line": {"color": theme.INK, "width": width}} | across | down


def shade(
    low: float, high: float, *, opacity: float, colour: str = theme.GHOST, along: str = "x"
) -> dict[str, Any]:
    """A shaded band through the first panel, behind its traces."""
    look = {"type": "rect", "layer": "below", "fillcolor": colour, "opacity": opacity, "line": {"width": 0}}
    return _through(low, high, along) | look


def _through(low: float, high: float, along: str) -> dict[str, Any]:
    other = "y" if along == "x" else "x"
    reach = {f"{along}ref": along, f"{along}0": low, f"{along}1": high}
    return reach | {f"{other}ref": f"{other} domain", f"{other}0": 0, f"{other}1": 1}
