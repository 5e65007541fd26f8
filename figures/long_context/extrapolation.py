"""Models on texts longer than those of their training: loss against position, accuracy against length."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figures import spec, theme
from figures.curves import Line, curves, named_at_ends
from figures.spec import Figure

LOW, HIGH, ABOVE = 0.8, 4.2, 5.4  # nats, fixed, so that pictures under a slider can be compared
ROW = 0.24  # nats between names that stand above the lines
HEIGHT = 430
RIGHT = {"xanchor": "right", "yanchor": "bottom"}
COLUMNS = 32  # characters in a row; the trained length is a whole number of rows
SEEN_AS = {" ": "", "\n": "↵", "\t": ""}  # characters that have no ink
BAR = {"orientation": "h", "y": 0, "yanchor": "top", "thickness": 12, "len": 0.9, "tickangle": 0}
"""Of a scale below its picture: a phone has no room beside it."""
GREYS = [theme.LIGHT.neutral, *theme.LIGHT.ramp(4)]  # darker is worse, in both themes
RISEN = 2.2  # nats; a line that comes here has broken down


def loss_by_position(
    lines: Sequence[Line],  # over the middles of blocks of positions, nats
    *,
    trained: int,  # positions in training: shaded, up to a line
    shaded: str,  # what stands in the shade
    palette: theme.Palette,
    x: str,
    y: str,
    target: int | None = None,  # a length that is marked by a dashed line
    lasting: str = "",  # of lines that end alike, the one that stays low: it is named below, the others above
) -> Figure:
    """A line a scheme or rule; where they part, nothing is smoothed."""
    figure = curves(lines, palette=palette, x=x, y=y, height=HEIGHT, log_x=True)
    last = max(float(line.x[-1]) for line in lines)
    frame = _trained(lines, trained, shaded, palette, HIGH, top=ABOVE if lasting else HIGH)
    if target and trained < target < last:
        frame["shapes"].append(_upright(target, palette, LOW + ROW, HIGH, dash="dash"))
    if not lasting:
        ending = [line for line in lines if line.x[-1] < trained]
        frame["annotations"] += [_led(line, RISEN + ROW, line.x[-1], line.y[-1]) for line in ending]
        return named_at_ends(figure.under(frame), [line for line in lines if line.x[-1] > trained], LOW, HIGH)
    others = [line for line in lines if line.name != lasting]
    rising = sorted((line for line in others if line.y[0] <= RISEN), key=_rise)
    labels = [_led(line, HIGH + ROW * (row + 0.6), _rise(line), RISEN) for row, line in enumerate(rising)]
    labels += [_above_the_start(line) for line in others if line.y[0] > RISEN]
    labels += [_text(last, LOW, line.name, line.colour) | RIGHT for line in lines if line.name == lasting]
    frame["annotations"] += labels
    return named_at_ends(figure.under(frame), [], LOW, ABOVE).under({"margin": {"r": 24}})


def accuracy(
    lines: Sequence[Line],  # over lengths in tokens, or places of the key; shares
    *,
    trained: float,  # as `lines` count; a line that ends there is named there
    shaded: str,
    palette: theme.Palette,
    x: str,
    y: str,
) -> Figure:
    """A line a scheme or rule."""
    figure = curves(lines, palette=palette, x=x, y=y, height=HEIGHT, log_x=True)
    frame = _trained(lines, trained, shaded, palette, 1.03, top=1.15)
    frame["annotations"] += [_led(line, 0.5, line.x[-1], line.y[-1]) for line in lines if line.x[-1] <= trained]
    longer = [line for line in lines if line.x[-1] > trained]
    return named_at_ends(figure.under(frame, cliponaxis=False), longer, -0.03, 1.15)


def _trained(
    lines: Sequence[Line],
    trained: float,
    shaded: str,
    palette: theme.Palette,
    high: float,  # where upright lines end
    *,
    top: float,  # where the axis ends
) -> dict[str, Any]:
    """A logarithmic axis by powers of two, shaded as far as training went."""
    first, last = min(float(line.x[0]) for line in lines), max(float(line.x[-1]) for line in lines)
    ticks = [2**power for power in range(12) if first <= 2**power <= 1.2 * last]
    shade = {"type": "rect", "fillcolor": theme.GHOST, "opacity": 0.14, "line": {"width": 0}, "layer": "below"}
    above = {"xanchor": "left", "yanchor": "top", "xshift": 8}
    return {
        "xaxis": {
            "range": [np.log10(first), np.log10(max(last, ticks[-1]))],
            "tickvals": ticks,
            "ticktext": [f"{tick:,}" for tick in ticks],
        },
        "shapes": [
            {"xref": "x", "x0": first, "x1": trained, "yref": "y domain", "y0": 0, "y1": 1} | shade,
            _upright(trained, palette, -1, high),
        ],
        "annotations": [_text(first, top, shaded, palette.text) | above],
    }


def _rise(line: Line) -> float:
    """Where a line that starts lower comes to `RISEN`; its end where it stays lower."""
    above = int(np.argmax(line.y > RISEN))
    if not above:
        return float(line.x[-1])
    share = (RISEN - line.y[above - 1]) / (line.y[above] - line.y[above - 1])
    return float(line.x[above - 1] * (line.x[above] / line.x[above - 1]) ** share)


def _led(line: Line, height: float, x: float, y: float) -> dict[str, Any]:
    """A line's name at a height, right above a point of the line and joined to it."""
    joined = {"showarrow": True, "arrowcolor": line.colour, "axref": "x", "ax": float(np.log10(x))}
    return _text(x, float(y), line.name, line.colour) | joined | {"ayref": "y", "ay": height, "xanchor": "right"}


def _above_the_start(line: Line) -> dict[str, Any]:
    """The name of a line that starts high."""
    place = {"xanchor": "left", "yanchor": "bottom", "xshift": 8}
    return _text(line.x[0], float(line.y[: len(line.y) // 2].max()), line.name, line.colour) | place


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


def _upright(x: float, palette: theme.Palette, low: float, high: float, dash: str = "solid") -> dict[str, Any]:
    """A line at one x."""
    line = {"type": "line", "line": {"color": palette.text, "width": 1, "dash": dash}}
    return line | {"xref": "x", "x0": x, "x1": x, "yref": "y", "y0": low, "y1": high}


def _text(x: float, y: float, text: str, colour: str) -> dict[str, Any]:
    return {"x": float(np.log10(x)), "y": y, "text": text, "showarrow": False, "font": {"color": colour}}
