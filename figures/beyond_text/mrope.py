"""Positions of the tokens of a prompt on three axes, and the pairs of a head that follow each axis."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figures import spec, theme
from figures.curves import Line, named_at_ends, teeth, trace
from figures.labels import title_above
from figures.spec import Figure

AXIS_COLOURS = (theme.GHOST, theme.ROTARY, theme.INK)  # time, height, width
MOST = 4_096  # points of a line
_HEIGHT = 360  # of the picture, pixels
_ASIDE = 0.012, 0.1  # of the height, and tokens: lines that would cover one another run side by side


def tracks(
    positions: NDArray[np.integer],  # (3, n)
    kinds: NDArray[np.integer],  # (n,) 0 text, 1 image, 2 video
    largest: Mapping[str, NDArray[np.integer]] = MappingProxyType({}),  # (n,) by another rule, with its name
    *,
    names: Sequence[str],  # of the axes
    kinds_named: Sequence[str],  # of the kinds
    palette: theme.Palette,
) -> Figure:
    """Three step lines over the tokens, dashed the largest by another rule, and a band for each image and video."""
    tokens = np.arange(positions.shape[1])
    sample = slice(None, None, -(-len(tokens) // MOST))
    lines = [
        Line(name, tokens[sample], values[sample].astype(float), colour, width=2.5)
        for name, values, colour in zip(names, positions, AXIS_COLOURS, strict=True)
    ]
    lines += [
        Line(name, tokens[sample], values[sample].astype(float), theme.INK, dash="dash", width=1.5)
        for name, values in largest.items()
    ]
    return _step_figure(lines, kinds, kinds_named, palette)


def _step_figure(
    lines: Sequence[Line], kinds: NDArray[np.integer], kind_names: Sequence[str], palette: theme.Palette
) -> Figure:
    top = max(float(line.y.max()) for line in lines)
    layout = {
        "shapes": [spec.shade(start - 0.5, end - 0.5, opacity=0.15) for start, end, _ in _media(kinds)],
        "annotations": [_label(start, end, kind_names[kind]) for start, end, kind in _media(kinds)[:12]],
        "xaxis": {"zeroline": False, "tickformat": ","},
        "yaxis": {"tickformat": ",", "zeroline": False},
        "meta": {"follows": {"yaxis": ["factor"]}},  # positions, which the slider multiplies
    }
    traces = [_aside(line, place - (len(lines) - 1) / 2, top) for place, line in enumerate(lines)]
    figure = spec.figure(traces, layout, palette=palette, height=_HEIGHT, x="token", y="position")
    return named_at_ends(figure, lines, -0.04 * max(top, 1), 1.12 * max(top, 1))


def _aside(line: Line, place: float, top: float) -> dict[str, Any]:
    """A step line, drawn some pixels beside its values so that those on both sides of it are seen as well."""
    up, across = _ASIDE
    coordinates = {
        "x": (line.x - place * across).astype(np.float32),
        "y": (line.y + place * up * max(top, 1)).astype(np.float32),
        "customdata": line.y.astype(np.int32),
    }
    step = {"line": {"shape": "hvh"}, "hovertemplate": "token %{x:,.0f}: %{customdata:,}"}
    return spec.over(trace(line), coordinates | step)


def _media(kinds: NDArray[np.integer]) -> list[tuple[int, int, int]]:
    """First token, the one after the last, and kind of each image and video."""
    edges = [0, *(np.flatnonzero(np.diff(kinds)) + 1).tolist(), len(kinds)]
    return [(start, end, int(kinds[start])) for start, end in pairwise(edges) if end > start and kinds[start]]


def _label(start: int, end: int, name: str) -> dict[str, Any]:
    place = {"x": (start + end - 1) / 2, "y": 1, "yref": "y domain", "yanchor": "top"}
    return {"text": name, "font": {"size": 13, "color": theme.INK}} | place


ROW, TICK = 130, 30  # pixels
_SHORTEST = 5.0  # steps, at the left end; the fastest pair turns once in 2π


@dataclass(frozen=True)
class PairRow:
    """The pairs of one head."""

    name: str
    axes: NDArray[np.integer]  # (pairs,) 0 time, 1 height, 2 width
    wavelengths: NDArray[np.floating]  # (pairs,) steps of the axis


def pair_axes(
    rows: Sequence[PairRow],
    *,
    names: Sequence[str],  # of the axes
    picture: tuple[float, str],  # steps across a picture, and the label of the band
    palette: theme.Palette,
) -> Figure:
    """A row of ticks for each head with the names of the axes, and a band for wavelengths in a picture."""
    wide, label = picture
    traces = [_ticks(axis, name, rows) for axis, name in enumerate(names)]
    longest = max(row.wavelengths.max() for row in rows)
    titles = [title_above(row.name, 0.56 - place, yref="y") for place, row in enumerate(rows)]
    layout = {
        "margin": {"t": 34, "l": 12, "r": 12},
        "showlegend": False,
        "shapes": [spec.shade(_SHORTEST, max(wide, _SHORTEST), opacity=0.22)],
        "annotations": [*titles, *_axis_names(rows, names), _band_label(label)],
        "xaxis": {
            "type": "log",
            "dtick": 1,
            "tickformat": "~s",
            "tickangle": 0,
            "range": [np.log10(_SHORTEST), np.log10(longest) + 0.1],
        },
        "yaxis": {"visible": False, "range": [-len(rows) + 0.6, 0.86], "fixedrange": True},
    }
    title = "columns, rows or frames that a pair needs for one turn"
    return spec.figure(traces, layout, palette=palette, height=90 + ROW * len(rows), x=title)


def _axis_names(rows: Sequence[PairRow], names: Sequence[str]) -> list[dict[str, Any]]:
    """The name of each axis above its first tick, in rows where its ticks stand together."""
    notes = []
    for place, row in enumerate(rows):
        starts = np.flatnonzero(np.diff(row.axes, prepend=-1))
        for start in starts if len(starts) == len(names) else ():
            axis = row.axes[start]
            look = {"text": names[axis], "font": {"size": 13, "color": AXIS_COLOURS[axis]}, "xanchor": "left"}
            at = {"x": float(np.log10(row.wavelengths[start])), "y": 0.26 - place, "yanchor": "bottom"}
            notes.append(at | look)
    return notes


def _ticks(axis: int, name: str, rows: Sequence[PairRow]) -> dict[str, Any]:
    pairs_of_rows = [np.flatnonzero(row.axes == axis) for row in rows]
    x = np.concatenate([row.wavelengths[pairs] for row, pairs in zip(rows, pairs_of_rows, strict=True)])
    y = np.concatenate([np.full(len(pairs), -place) for place, pairs in enumerate(pairs_of_rows)])
    return teeth(name, x, y, AXIS_COLOURS[axis], TICK) | {
        "customdata": np.concatenate(pairs_of_rows).astype(np.int32),
        "hovertemplate": "pair %{customdata}: a turn in %{x:,.4~g} steps",
    }


def _band_label(label: str) -> dict[str, Any]:
    place = {"x": float(np.log10(_SHORTEST)), "y": 1, "yref": "paper", "xanchor": "left", "yanchor": "bottom"}
    return {"text": label, "font": {"size": 12}} | place
