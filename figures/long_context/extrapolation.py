"""Models on texts longer than those of their training: loss against position, accuracy against length."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figures import spec, theme
from figures.curves import Line, curves, named_at_ends
from figures.spec import Figure

LOW, HIGH = 1.0, 4.8  # nats, fixed, so that pictures under a slider can be compared
HEIGHT = 430
COLUMNS = 32  # characters in a row; the trained length is a whole number of rows
SEEN_AS = {" ": "", "\n": "↵", "\t": ""}  # characters that have no ink
BAR = {"orientation": "h", "y": 0, "yanchor": "top", "thickness": 12, "len": 0.9, "tickangle": 0}
"""Of a scale below its picture: a phone has no room beside it."""
GREYS = [theme.LIGHT.neutral, *theme.LIGHT.ramp(4)]  # darker is worse, in both themes
RISEN = 2.2  # nats; a line that ends above it has broken down


def loss_by_position(
    lines: Sequence[Line],  # over the middles of blocks of positions, nats
    *,
    trained: int,  # positions in training: shaded, up to a line
    shaded: str,  # what stands in the shade
    last: int,  # position at which the picture ends
    palette: theme.Palette,
    x: str,
    y: str,
    wanted: int | None = None,  # a length that is marked by a dashed line
    inside: bool = False,  # whether lines are named where they rise, since they end alike
) -> Figure:
    """A line a scheme or rule; where they part, nothing is smoothed."""
    figure = curves(lines, palette=palette, x=x, y=y, height=HEIGHT, log_x=True)
    first = min(float(line.x[0]) for line in lines)
    frame = _trained(first, last, trained, shaded, palette)
    if wanted and trained < wanted < last:
        dashed = {"type": "line", "line": {"color": palette.text, "width": 1, "dash": "dash"}}
        frame["shapes"].append(_upright(wanted, wanted) | dashed)
    rising = sorted((line for line in lines if inside and line.y[-1] > RISEN), key=_risen)
    named = [*(_at_the_rise(line, 3.7 - 0.35 * rank) for rank, line in enumerate(rising))]
    named += [_at_the_last(line) for line in lines if inside and line.y[-1] <= RISEN]
    frame["annotations"] += [*named, *_ending_early(lines, trained)]
    at_ends = [] if inside else [line for line in lines if line.x[-1] > trained]
    return named_at_ends(figure.under(frame), at_ends, LOW, HIGH)


def accuracy(
    lines: Sequence[Line],  # over lengths in tokens, or places of the key; shares
    *,
    trained: float,  # as `lines` count; a line that ends there is named there
    shaded: str,
    last: float,
    palette: theme.Palette,
    x: str,
    y: str,
) -> Figure:
    """A line a scheme or rule, named where they are farthest apart, since many end at nothing."""
    figure = curves(lines, palette=palette, x=x, y=y, height=HEIGHT, log_x=True)
    frame = _trained(min(float(line.x[0]) for line in lines), last, trained, shaded, palette, top=1.08)
    longer = [line for line in lines if line.x[-1] > trained]
    gaps = np.diff(np.sort([line.y[1:-1] for line in longer], axis=0), axis=0).min(axis=0)
    at = 1 + int(np.argmax(gaps))
    below_the_others = [name | {"yanchor": "top", "yshift": -18} for name in _ending_early(lines, trained)]
    frame["annotations"] += [*(_beside(line, at) for line in longer), *below_the_others]
    frame |= {"showlegend": False, "margin": {"t": 12, "r": 24}, "yaxis": {"range": [-0.03, 1.08]}}
    return figure.under(frame, cliponaxis=False)


def _beside(line: Line, at: int) -> dict[str, Any]:
    """A line's name above one of its points, where the line neither comes from nor goes to."""
    rises = line.y[at] > line.y[at - 1]
    place = {"xanchor": "right", "xshift": -6} if rises else {"xanchor": "left", "xshift": 6}
    return _text(line.x[at], float(line.y[at]), line.name, line.colour) | place | {"yanchor": "bottom"}


def _trained(
    first: float, last: float, trained: float, shaded: str, palette: theme.Palette, *, top: float = HIGH
) -> dict[str, Any]:
    """A logarithmic axis from first to last by powers of two, shaded as far as training went."""
    ticks = [2**power for power in range(12) if first <= 2**power <= last]
    shade = {"type": "rect", "fillcolor": theme.GHOST, "opacity": 0.14, "line": {"width": 0}, "layer": "below"}
    edge = {"type": "line", "line": {"color": palette.text, "width": 1}}
    above = {"xanchor": "left", "yanchor": "top", "xshift": 8}
    return {
        "xaxis": {
            "range": [np.log10(first), np.log10(last)],
            "tickvals": ticks,
            "ticktext": [f"{tick:,}" for tick in ticks],
        },
        "shapes": [_upright(first, trained) | shade, _upright(trained, trained) | edge],
        "annotations": [_text(first, top, shaded, palette.text) | above],
    }


def _risen(line: Line) -> int:
    """The first of a line's points that is high, counted from the start."""
    return int(np.argmax(line.y > RISEN))


def _at_the_rise(line: Line, height: float) -> dict[str, Any]:
    """A line's name beside where it passes a height; of one that starts high, above its start."""
    if line.y[0] > RISEN:
        place = {"xanchor": "left", "yanchor": "bottom", "yshift": 6}
        return _text(line.x[1], float(line.y[1]), line.name, line.colour) | place
    height = min(height, 0.95 * float(line.y.max()))
    above = int(np.argmax(line.y > height))
    share = (height - line.y[above - 1]) / (line.y[above] - line.y[above - 1])
    at = np.exp(np.log(line.x[above - 1]) + share * np.log(line.x[above] / line.x[above - 1]))
    left = at > line.x[-1] / 4  # on a phone, a name to the right would leave the picture
    place = {"xanchor": "right" if left else "left", "yanchor": "middle", "xshift": -6 if left else 6}
    return _text(float(at), height, line.name, line.colour) | place


def _at_the_last(line: Line, *, above: bool = False) -> dict[str, Any]:
    """The name of a line that stays low or ends early, at its last point."""
    place = {"xanchor": "right", "yanchor": "bottom" if above else "top"}
    return _text(float(line.x[-1]), float(line.y[-1]), line.name, line.colour) | place


def _ending_early(lines: Sequence[Line], trained: float) -> list[dict[str, Any]]:
    """Names of lines that end within the training."""
    return [_at_the_last(line, above=True) for line in lines if line.in_legend and line.x[-1] <= trained]


def shaded_text(
    text: str,
    losses: NDArray[np.floating],  # (n - 1,) nats, of each character but the first
    *,
    trained: int,  # characters up to the dashed line, whole rows
    words: Mapping[float, str],  # beside the scale: loss and what it means
    palette: theme.Palette,
    title: str,
) -> Figure:
    """A text in rows of 32 characters, the darker the more a model is surprised."""
    rows = -(-len(text) // COLUMNS)
    cells = np.full(rows * COLUMNS, np.nan)
    cells[1 : len(text)] = losses
    letters = [SEEN_AS.get(each, each) for each in text.ljust(rows * COLUMNS)]
    heatmap = {
        "type": "heatmap",
        "z": cells.reshape(rows, COLUMNS),
        "text": [letters[at : at + COLUMNS] for at in range(0, rows * COLUMNS, COLUMNS)],
        "texttemplate": "%{text}",
        "textfont": {"size": 13},
        "zmin": 0,
        "zmax": max(words),
        "colorscale": [(place / 4, colour) for place, colour in enumerate(GREYS)],
        "colorbar": BAR
        | {"title": {"text": title, "side": "top"}, "tickvals": [*words], "ticktext": [*words.values()]},
        "hovertemplate": "%{text}: %{z:.2f} nats<extra></extra>",
        "xgap": 1,
        "ygap": 1,
    }
    edge = {"type": "line", "line": {"color": palette.text, "width": 2, "dash": "dash"}}
    at = trained / COLUMNS - 0.5
    layout = {
        "margin": {"l": 8, "t": 8, "r": 24, "b": 8},
        "xaxis": {"visible": False},
        "yaxis": {"visible": False, "autorange": "reversed"},
        "shapes": [edge | {"xref": "paper", "x0": 0, "x1": 1, "yref": "y", "y0": at, "y1": at}]
        if rows > at + 1
        else [],
    }
    return spec.figure([heatmap], layout, palette=palette, height=96 + 26 * rows)


def _upright(first: float, last: float) -> dict[str, Any]:
    """A line or a stripe from bottom to top."""
    return {"xref": "x", "x0": first, "x1": last, "yref": "y domain", "y0": 0, "y1": 1}


def _text(x: float, y: float, text: str, colour: str) -> dict[str, Any]:
    return {"x": float(np.log10(x)), "y": y, "text": text, "showarrow": False, "font": {"color": colour}}
