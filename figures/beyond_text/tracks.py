"""Positions of the tokens of a prompt on three axes, and in two versions of a library."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figures import spec, theme
from figures.curves import Line, named_at_ends, trace
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
    sampled = slice(None, None, -(-len(tokens) // MOST))
    lines = [
        Line(name, tokens[sampled], values[sampled].astype(float), colour, width=2.5)
        for name, values, colour in zip(names, positions, AXIS_COLOURS, strict=True)
    ]
    return _stepped(lines, kinds, kinds_named, palette)


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
    return _stepped(lines, kinds, kinds_named, palette)


def _stepped(
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
    moved = {
        "x": (line.x - place * across).astype(np.float32),
        "y": (line.y + place * up * max(top, 1)).astype(np.float32),
        "customdata": line.y.astype(np.int32),
    }
    step = {"line": {"shape": "hvh"}, "hovertemplate": "token %{x:,.0f}: %{customdata:,}"}
    return spec.over(trace(line), moved | step)


def _media(kinds: NDArray[np.integer]) -> list[tuple[int, int, int]]:
    """First token, the one after the last, and kind of each image and video."""
    edges = [0, *(np.flatnonzero(np.diff(kinds)) + 1).tolist(), len(kinds)]
    return [(start, end, int(kinds[start])) for start, end in pairwise(edges) if end > start and kinds[start]]


def _label(start: int, end: int, name: str) -> dict[str, Any]:
    place = {"x": (start + end - 1) / 2, "y": 1, "yref": "y domain", "yanchor": "top"}
    return {"text": name, "font": {"size": 13, "color": theme.INK}} | place
