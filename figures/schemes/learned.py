"""A learned table beside the sinusoidal one: values, norms, and its singular vectors."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figures import spec, theme
from figures.curves import LOG, Line, curves, trace
from figures.heatmap import signed_heatmap
from figures.labels import title_above
from figures.spec import Figure

LEARNED, SINUSOIDAL = theme.LEARNED, theme.ENCODING


def table_heatmap(
    values: NDArray[np.floating],  # (rows, columns)
    *,
    palette: theme.Palette,
    step: tuple[int, int],  # dimensions per column and positions per row of values
    limit: float,  # absolute value that gets the full colour
    length: int,  # positions of the learned table; the line stands below the last
    visible: int,  # positions that the axis shows, at least length
    beyond: str,  # label of the positions below the line; where it is empty there is no line
) -> Figure:
    """Positions down and dimensions across, with a line under the last trained row."""
    figure = signed_heatmap(
        values, palette=palette, x="dimension", y="position (tokens)", unit="", step=step, limit=limit, height=360
    )
    dimensions, positions = step
    middle = {"x0": (dimensions - 1) / 2, "y0": (positions - 1) / 2}  # of the first cell
    hover = "position %{y:,}, dimension %{x:,}: %{z:.4f}<extra></extra>"
    place = {"x": 0.5, "xref": "paper", "y": (length + visible - 1) / 2}
    layout = {
        "shapes": [spec.level(length - 0.5)] if beyond else [],
        "annotations": [place | {"text": beyond, "bgcolor": palette.neutral}] if beyond else [],
        "margin": {"t": 12},
        "xaxis": {"showgrid": False, "nticks": 6},
        "yaxis": {"autorange": False, "range": [visible - 0.5, -0.5], "showgrid": False, "nticks": 7},
    }
    return figure.under(layout, hovertemplate=hover, **middle)


def marked_cells(
    values: NDArray[np.floating],  # (rows, columns)
    marked: NDArray[np.bool],  # (rows, columns) cells inside of an outline
    *,
    palette: theme.Palette,
    first: tuple[int, int],  # dimension and position of the first cell
    limit: float,  # absolute value that gets the full colour
) -> Figure:
    """Cells of a table, with a line around those that are marked."""
    figure = signed_heatmap(
        values, palette=palette, x="dimension", y="position (tokens)", unit="", limit=limit, height=330
    )
    hover = "position %{y:,}, dimension %{x:,}: %{z:.4f}<extra></extra>"
    count, across = values.shape
    layout = {  # the same range with and without a line
        "margin": {"t": 12},
        "xaxis": whole_numbers(across) | {"range": [first[0] - 0.5, first[0] + across - 0.5]},
        "yaxis": whole_numbers(count) | {"range": [first[1] + count - 0.5, first[1] - 0.5]},
    }
    figure = figure.under(layout, hovertemplate=hover, x0=first[0], y0=first[1])
    x, y = outline(marked)
    look = {"mode": "lines", "line": {"color": theme.INK, "width": 2}, "hoverinfo": "skip", "showlegend": False}
    edges = {"type": "scatter", "x": [each + first[0] for each in x], "y": [each + first[1] for each in y]}
    return Figure(data=[*figure["data"], edges | look], layout=figure["layout"]) if x else figure


def whole_numbers(count: int) -> dict[str, Any]:
    """An axis of so many cells, with ticks at whole numbers."""
    return {"autorange": False, "showgrid": False} | ({"dtick": 1} if count < 8 else {"nticks": 6})


def outline(marked: NDArray[np.bool]) -> tuple[list[float], list[float]]:
    """Edges between marked and other cells as a line with gaps: x and y, NaN behind each edge.

    >>> outline(np.array([[True]]))[0][:3]
    [-0.5, 0.5, nan]
    """
    x: list[float] = []
    y: list[float] = []
    around = np.pad(marked, 1)
    for down, across in ((0, 1), (1, 0)):
        rows, columns = np.nonzero(around != np.roll(around, 1, axis=0 if down == 0 else 1))
        for row, column in zip(rows - 1.5, columns - 1.5, strict=True):
            x += [float(column), float(column + across), np.nan]
            y += [float(row), float(row + down), np.nan]
    return x, y


def norm_curves(lines: Sequence[Line], *, palette: theme.Palette, x: str, y: str) -> Figure:
    """Curves of norms, on an axis that starts at zero so that their heights can be compared."""
    figure = curves(lines, palette=palette, x=x, y=y, height=300)
    largest = max(float(np.max(line.y)) for line in lines)
    return figure.under({"yaxis": {"range": [0, 1.08 * (largest or 1)]}})


APART = 2.5  # least ratio of two wavelengths that both have their number beside them


def period_rows(
    rows: Sequence[Line],  # wavelengths, a row of dots each, the upper one first
    *,
    palette: theme.Palette,
    x: str,
) -> Figure:
    """Rows of dots on one logarithmic axis, so that equal ratios are equal steps."""
    places = range(len(rows) - 1, -1, -1)
    every = np.concatenate([row.x for row in rows])
    traces = [_dots(row, place) for row, place in zip(rows, places, strict=True)]
    ends = [float(np.log10(end)) for end in (every.min() / 1.7, every.max() * 1.7)]
    names = [
        {"text": row.name, "x": 0, "xref": "paper", "xanchor": "left", "y": place - 0.3}
        for row, place in zip(rows, places, strict=True)
    ]
    heights = {"range": [-0.55, len(rows) - 0.4], "showticklabels": False, "fixedrange": True}
    layout = {
        "showlegend": False,
        "xaxis": LOG | {"range": ends, "tickformat": ","},
        "yaxis": heights | {"showgrid": False, "zeroline": False},
        "annotations": names,
        "margin": {"l": 12, "t": 8},
    }
    return spec.figure(traces, layout, palette=palette, height=72 + 64 * len(rows), x=x)


def _dots(row: Line, place: int) -> dict[str, Any]:
    """A row of dots, with their numbers where there is room."""
    labels, last = [], 0.0
    for wavelength in row.x:
        labels.append(f"{wavelength:,.3g}" if wavelength < 1000 else f"{wavelength:,.0f}")
        last, labels[-1] = (wavelength, labels[-1]) if wavelength >= APART * last else (last, "")
    look = {"mode": "lines+markers+text", "text": labels, "textposition": "top center", "cliponaxis": False}
    marker = {"color": row.colour, "size": 13}
    hover = f"{row.name}: %{{x:,.4~r}} tokens<extra></extra>"
    level = replace(row, y=np.full(len(row.x), float(place)), width=1.5)
    return trace(level, hover, marker=marker, **look)


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
    """The vectors with their sinusoids at the left, the spectra at the right, a row for each.

    The rows of a side share two axes, as Plotly's time grows with axes and traces; heights are in pixels.
    """
    frequencies = len(rows[0].shares)
    floors = (ROW + GAP) * np.arange(len(rows))[::-1]  # (rows,)
    top = int(floors[0]) + ROW
    high = ROW / 2.2 / max(float(np.abs(row.vector).max()) for row in rows)  # of 1
    positions = {"range": [-0.01 * length, 1.01 * length], "nticks": 5}
    cycles = {"range": [-0.7, frequencies - 0.3], "dtick": _tick(frequencies), "tick0": 0, "showgrid": False}
    heights = {"range": [0, top], "showticklabels": False, "fixedrange": True}
    axes = spec.grid(
        [_axis_with_title(positions, "position (tokens)"), _axis_with_title(cycles, "swings over the table")],
        [
            heights | {"tickvals": (floors + ROW / 2).tolist()},
            heights | {"tickvals": [*floors.tolist(), *(floors + ROW).tolist()]},
        ],
        heights=[top],
        widths=[0.6, 0.4],
        beside=0.08,
    )
    vectors = [
        _over_positions(row, floor + ROW / 2, high, colour, step) for row, floor in zip(rows, floors, strict=True)
    ]
    traces = spec.within(1, [_nearest(rows, floors + ROW / 2, high, step), *vectors])
    traces += spec.within(2, [_over_frequencies(rows, floors, colour)])
    margin = {"l": 12, "r": 8, "t": 30, "b": MARGINS - 30}
    layout = {"showlegend": False, "bargap": 0.25, "margin": margin, "annotations": _labels(rows, floors)}
    return spec.figure(traces, axes | layout, palette=palette, height=top + MARGINS)


def _axis_with_title(axis: dict[str, Any], title: str) -> dict[str, Any]:
    return axis | {"title": {"text": title, "standoff": 6}, "fixedrange": True}


def _nearest(rows: Sequence[SingularVector], middles: NDArray[np.number], high: float, step: int) -> dict[str, Any]:
    """All sinusoids as one line with gaps."""
    heights = np.array([middle + high * row.sinusoid for row, middle in zip(rows, middles, strict=True)])
    positions = np.tile(step * np.arange(heights.shape[1]), (len(rows), 1))
    gap = ((0, 0), (0, 1))
    return {
        "type": "scatter",
        "mode": "lines",
        "name": "nearest wave",
        "x": np.pad(positions.astype(np.float32), gap, constant_values=np.nan).ravel(),
        "y": np.pad(heights.astype(np.float32), gap, constant_values=np.nan).ravel(),
        "line": {"color": theme.GHOST, "width": 6},
        "opacity": 0.4,
        "hoverinfo": "skip",
    }


def _over_positions(row: SingularVector, middle: float, high: float, colour: str, step: int) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "lines",
        "name": row.name,
        "x0": 0,
        "dx": step,
        "y": np.asarray(middle + high * row.vector, np.float32),
        "customdata": np.asarray(row.vector, np.float32),
        "line": {"color": colour, "width": 2},
        "hovertemplate": "position %{x:,}: %{customdata:.4f}",
    }


def _over_frequencies(rows: Sequence[SingularVector], floors: NDArray[np.number], colour: str) -> dict[str, Any]:
    """All spectra as bars of one trace."""
    shares = np.array([row.shares for row in rows], np.float32)  # (rows, frequencies)
    count = shares.shape[1]
    nearest = np.arange(count) == [[row.cycles] for row in rows]
    return {
        "type": "bar",
        "x": np.tile(np.arange(count), len(rows)),
        "y": (shares * np.float32(ROW / 1.04)).ravel(),
        "base": np.repeat(floors, count),
        "customdata": shares.ravel(),
        "marker": {"color": np.where(nearest, colour, theme.GHOST).ravel().tolist(), "line": {"width": 0}},
        "hovertemplate": "swings %{x:,} times: %{customdata:.1%}<extra></extra>",
    }


def _tick(frequencies: int) -> int:
    """A round number of cycles from one label to the next."""
    return next(step for step in (1, 2, 5, 10, 20, 50) if frequencies <= 5 * step or step == 50)


def _labels(rows: Sequence[SingularVector], floors: NDArray[np.number]) -> list[dict[str, Any]]:
    return [
        title_above(text, int(floor) + ROW, yref=spec.nth("y", side))
        | {"xref": f"{spec.nth('x', side)} domain", "font": {"size": FONT_SIZE}}
        for row, floor in zip(rows, floors, strict=True)
        for side, text in ((1, row.name), (2, row.peak))
    ]
