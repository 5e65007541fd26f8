"""Models on texts longer than those of their training: loss against position, accuracy against length."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figures import spec, theme
from figures.curves import Line, curves, named_at_ends
from figures.spec import Figure

LOW, HIGH, ABOVE = 0.8, 4.2, 5.4  # nats, fixed, so that pictures under a slider can be compared
ROW = 0.24  # nats between names that stand above the lines
BREAK = 2.2  # nats; a line that comes here has broken down
AT_LEFT = {"xanchor": "left", "xshift": 8}
COLUMNS = 32  # characters in a row; the trained length is a whole number of rows
SEEN_AS = {" ": "", "\n": "↵", "\t": ""}  # characters that have no ink
BAR = {"orientation": "h", "y": 0, "yanchor": "top", "thickness": 12, "len": 0.9, "tickangle": 0}
"""Of a scale below its picture: a phone has no room beside it."""
GREYS = [theme.LIGHT.neutral, *theme.LIGHT.ramp(4)]  # darker is worse, in both themes


def by_length(
    lines: Sequence[Line],  # nats over the middles of blocks of positions; or shares over lengths
    *,
    original: float,  # as `lines` count: shaded, up to a line
    shade_label: str,  # what stands in the shade
    palette: theme.Palette,
    x: str,
    y: str,
    shares: bool = False,
    target: int | None = None,  # a length that is marked by a dashed line
    low_line: str = "",  # of lines that end alike, the one that stays low: it is named below, the others above
) -> Figure:
    """A line a scheme or rule, beyond the lengths of its training; nothing is smoothed."""
    low, high, top = (-0.03, 1.03, 1.15) if shares else (LOW, HIGH, ABOVE if low_line else HIGH)
    first, last = min(float(line.x[0]) for line in lines), max(float(line.x[-1]) for line in lines)
    ticks = [2**power for power in range(12) if first <= 2**power <= 1.2 * last]
    axis = {"range": [np.log10(first), np.log10(max(last, ticks[-1]))], "tickvals": ticks}
    shapes = [spec.shade(first, original, opacity=0.14), spec.rule(original) | {"yref": "y", "y0": -1, "y1": high}]
    if target and original < target < last:
        shapes.append(spec.rule(target, dash="dash") | {"yref": "y", "y0": LOW + ROW, "y1": HIGH})
    notes = [_note(shade_label, theme.INK, first, top, **AT_LEFT, yanchor="top")]
    if low_line:
        notes += _names(lines, low_line, last)
    else:
        above = 0.5 if shares else BREAK + ROW
        notes += [_name_above(line, above, -1) for line in lines if line.x[-1] <= original]
    drawn_lines = [replace(line, mode="lines+markers") for line in lines] if shares else lines
    figure = curves(drawn_lines, palette=palette, x=x, y=y, height=430, log_x=True)
    layout = {"xaxis": axis | {"ticktext": [f"{tick:,}" for tick in ticks]}, "shapes": shapes, "annotations": notes}
    figure = figure.under(layout, **({"cliponaxis": False} if shares else {}))
    at_ends = [] if low_line else [line for line in lines if line.x[-1] > original]
    figure = named_at_ends(figure, at_ends, low, top)
    return figure.under({"margin": {"r": 24}}) if low_line else figure


def _names(lines: Sequence[Line], low_line: str, last: float) -> list[dict[str, Any]]:
    """Names of lines that end alike: above where each rises, or where it starts high; below the one that lasts."""
    risers = [line for line in lines if line.name != low_line and line.y[0] <= BREAK]
    rises = sorted(((int(np.argmax(line.y > BREAK)) or -1, line) for line in risers), key=lambda at: at[1].x[at[0]])
    names = [_name_above(line, HIGH + ROW * (row + 0.6), at) for row, (at, line) in enumerate(rises)]
    for line in lines:
        if line.name == low_line:
            names.append(_note(line.name, line.colour, last, LOW, xanchor="right", yanchor="bottom"))
        elif line.y[0] > BREAK:
            above = float(line.y[: len(line.y) // 2].max())
            names.append(_note(line.name, line.colour, line.x[0], above, **AT_LEFT, yanchor="bottom"))
    return names


def _name_above(line: Line, height: float, at: int) -> dict[str, Any]:
    """A line's name at a height, right above one of its points and joined to it."""
    end = {"axref": "x", "ax": float(np.log10(line.x[at])), "ayref": "y", "ay": height, "arrowcolor": line.colour}
    return _note(line.name, line.colour, line.x[at], line.y[at], xanchor="right", showarrow=True, **end)


def _note(text: str, colour: str, x: float, y: float, **more: Any) -> dict[str, Any]:
    """Words over a logarithmic axis."""
    return {"x": float(np.log10(x)), "y": float(y), "text": text, "font": {"color": colour}} | more


def shaded_text(
    text: str,
    losses: NDArray[np.floating],  # (n - 1,) nats, of each character but the first
    *,
    original: int,  # characters up to the dashed line, whole rows
    words: Mapping[float, str],  # beside the scale: loss and what it means
    palette: theme.Palette,
    title: str,
) -> Figure:
    """A text in rows of 32 characters, the darker the more a model is surprised."""
    rows = -(-len(text) // COLUMNS)
    cells = np.full(rows * COLUMNS, np.nan)
    cells[1 : len(text)] = losses
    letters = np.reshape([SEEN_AS.get(each, each) for each in text.ljust(cells.size)], (rows, COLUMNS)).tolist()
    scale = [(place / 4, colour) for place, colour in enumerate(GREYS)]
    ticks = {"title": {"text": title, "side": "top"}, "tickvals": [*words], "ticktext": [*words.values()]}
    heatmap = {"type": "heatmap", "z": cells.reshape(rows, COLUMNS), "zmin": 0, "zmax": max(words)}
    heatmap |= {"text": letters, "texttemplate": "%{text}", "textfont": {"size": 13}, "xgap": 1, "ygap": 1}
    heatmap |= {"colorscale": scale, "colorbar": BAR | ticks}
    heatmap["hovertemplate"] = "%{text}: %{z:.2f} nats<extra></extra>"
    at = original / COLUMNS - 0.5
    layout = {
        "margin": {"l": 8, "t": 8, "r": 24, "b": 8},
        "xaxis": {"visible": False},
        "yaxis": {"visible": False, "autorange": "reversed"},
        "shapes": [spec.rule(at, along="y", width=2, dash="dash")] if rows > at + 1 else [],
    }
    return spec.figure([heatmap], layout, palette=palette, height=96 + 26 * rows)
