"""Positions of the tokens of a prompt on three axes, and the pairs of a head that follow each axis."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figures import spec, theme
from figures.curves import Line, named_at_ends, teeth, trace
from figures.labels import title_above
from figures.spec import Figure

AXIS_COLOURS = (theme.GHOST, theme.ROTARY, theme.INK)  # time, height, width
VERSION_COLOURS = (theme.GHOST, theme.INK)
MOST = 4_096  # points of a line
_HEIGHT = 360  # of the picture, pixels
_ASIDE = 0.012, 0.1  # of the height, and tokens: lines that would cover one another run side by side


def tracks(
    positions: NDArray[np.integer],  # (3, n)
    kinds: NDArray[np.integer],  # (n,) 0 text, 1 image, 2 video
    *,
    names: Sequence[str],  # of the axes
    kinds_named: Sequence[str],  # of the kinds
    palette: theme.Palette,
) -> Figure:
    """Three step lines over the tokens, with a band for each image and video."""
    tokens = np.arange(positions.shape[1])
    sample = slice(None, None, -(-len(tokens) // MOST))
    lines = [
        Line(name, tokens[sample], values[sample].astype(float), colour, width=2.5)
        for name, values, colour in zip(names, positions, AXIS_COLOURS, strict=True)
    ]
    return _step_figure(lines, kinds, kinds_named, palette)


def versions(
    largest: Mapping[str, NDArray[np.integer]],  # (n,) by version
    kinds: NDArray[np.integer],  # (n,)
    *,
    kinds_named: Sequence[str],
    palette: theme.Palette,
) -> Figure:
    """The largest of the three positions of each token, a line for each version."""
    lines = [
        Line(name, np.arange(len(values)), values.astype(float), colour, width=2.5)
        for (name, values), colour in zip(largest.items(), VERSION_COLOURS, strict=True)
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
        "meta": {
            "follows": {"yaxis": ["factor", "frames", "video_side"]}
        },  # positions, which a slider may multiply
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


ROW, TICK = 96, 40  # pixels


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
    picture: tuple[float, str],  # steps across a wide picture, and the label of the band
    palette: theme.Palette,
) -> Figure:
    """A row of ticks for each head, and a band for wavelengths that fit into a picture."""
    wide, label = picture
    traces = [_ticks(axis, name, rows) for axis, name in enumerate(names)]
    longest = max(row.wavelengths.max() for row in rows)
    titles = [title_above(row.name, 0.34 - place, yref="y") for place, row in enumerate(rows)]
    layout = {
        "margin": {"t": 64, "l": 12, "r": 12},
        "shapes": [spec.shade(5, wide, opacity=0.18)],
        "annotations": [*titles, _band_label(wide, label)],
        "legend": {"itemsizing": "constant", "y": 1.14},
        "xaxis": {
            "type": "log",
            "dtick": 1,
            "tickformat": "~s",
            "tickangle": 0,
            "range": [np.log10(5), np.log10(longest) + 0.1],
        },
        "yaxis": {"visible": False, "range": [-len(rows) + 0.3, 0.62], "fixedrange": True},
    }
    title = "wavelength (steps of its axis)"
    return spec.figure(traces, layout, palette=palette, height=150 + ROW * len(rows), x=title)


def _ticks(axis: int, name: str, rows: Sequence[PairRow]) -> dict[str, Any]:
    pairs_of_rows = [np.flatnonzero(row.axes == axis) for row in rows]
    x = np.concatenate([row.wavelengths[pairs] for row, pairs in zip(rows, pairs_of_rows, strict=True)])
    y = np.concatenate([np.full(len(pairs), -place) for place, pairs in enumerate(pairs_of_rows)])
    return teeth(name, x, y, AXIS_COLOURS[axis], TICK) | {
        "customdata": np.concatenate(pairs_of_rows).astype(np.int32),
        "hovertemplate": "pair %{customdata}: a turn in %{x:,.4~g} steps",
    }


def _band_label(wide: float, label: str) -> dict[str, Any]:
    place = {"x": float(np.log10(wide)), "y": 0, "yref": "paper", "xanchor": "left", "yanchor": "bottom"}
    return {"text": f"← {label}", "font": {"size": 12}} | place
