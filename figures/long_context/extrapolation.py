"""Models on texts longer than those of their training: loss against position, accuracy against length."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figures import spec, theme
from figures.curves import Line, curves, named_at_ends
from figures.spec import Figure

LOW, HIGH = 0.3, 4.6  # nats, fixed, so that pictures under a slider can be compared
PALE = 1.0  # nats; a strip has no colour there, or below what its scale begins with
ROW, ABOVE = 46, 28  # pixels of a strip, and above a picture, where "in training" stands
BAR = {"orientation": "h", "yanchor": "top", "ypad": 0, "thickness": 12, "len": 0.9, "tickangle": 0}
"""Of a scale below its picture: a phone has no room beside it."""


@dataclass(frozen=True)
class Band:
    """Between the least and the greatest of several curves."""

    x: NDArray[np.number]  # (n,) in the units of the axes
    low: NDArray[np.floating]  # (n,)
    high: NDArray[np.floating]  # (n,)
    colour: str

    @property
    def trace(self) -> dict[str, Any]:
        """Plotly's trace of the filled band."""
        around = {"x": np.append(self.x, self.x[::-1]), "y": np.append(self.high, self.low[::-1])}
        look = {"fill": "toself", "fillcolor": theme.clear(self.colour, 0.22), "line": {"width": 0}}
        silent = {"hoverinfo": "skip", "showlegend": False}
        return {"type": "scatter", "mode": "lines", **around, **look, **silent}


def by_length(
    lines: Sequence[Line],  # nats over the middles of blocks of positions; or shares over lengths
    *,
    original: float,  # as `lines` count: shaded, up to a line
    shade_label: str,  # what stands above the shade
    palette: theme.Palette,
    x: str,
    y: str,
    shares: bool = False,
    bands: Sequence[Band] = (),
    levels: Mapping[str, float] = MappingProxyType({}),  # what heights mean: above the last, else below
    marked: float | None = None,  # a position that is marked by a dotted line between the levels
) -> Figure:
    """A line a scheme or rule, beyond the lengths of its training; nothing is smoothed."""
    low, high = (-0.03, 1.15) if shares else (LOW, HIGH)
    first, last = min(float(line.x[0]) for line in lines), max(float(line.x[-1]) for line in lines)
    step = 2.0 if shares else 4.0  # each length that was tried has its tick
    ticks = [original * step**power for power in range(-8, 9) if first <= original * step**power <= 1.2 * last]
    axis = {"range": [np.log10(first), np.log10(max(last, ticks[-1]))], "tickvals": ticks, "tickangle": 0}
    shapes = [spec.shade(first, original, opacity=0.14), spec.rule(original)]
    if marked:
        within = {"yref": "y", "y0": min(levels.values()), "y1": max(levels.values())}
        shapes.append(spec.rule(marked, dash="dot") | within)
    shapes += [spec.rule(height, theme.GHOST, along="y", dash="dot") for height in levels.values()]
    notes = [_note(shade_label, theme.INK, first, high, xanchor="left", yanchor="bottom")]
    sides = {"yanchor": "bottom"}, {"yanchor": "top", "yshift": -14}  # where lines leave room
    notes += [
        _note(text, theme.INK, last, height, xanchor="right", **sides[height < max(levels.values())])
        for text, height in levels.items()
    ]
    short = [line for line in lines if line.x[-1] <= original]  # their names stand within, above their ends
    notes += [
        _note(line.name, line.colour, line.x[-1], line.y[-1], xanchor="right", yanchor="bottom", yshift=6)
        for line in short
    ]
    drawn_lines = [replace(line, mode="lines+markers") for line in lines] if shares else lines
    figure = curves(drawn_lines, palette=palette, x=x, y=y, height=400, log_x=True)
    figure = Figure(data=[*(band.trace for band in bands), *figure["data"]], layout=figure["layout"])
    layout = {"xaxis": axis | {"ticktext": [_tick(tick, original) for tick in ticks]}, "shapes": shapes}
    figure = figure.under(layout | {"annotations": notes}, **({"cliponaxis": False} if shares else {}))
    figure = named_at_ends(figure, [line for line in lines if line not in short], low, high)
    return figure.under({"margin": {"t": ABOVE}})


def _tick(length: float, original: float) -> str:
    """A length, and below it which multiple of the trained one it is."""
    return f"{length:,.0f}" + (f"<br>{length / original:.0f} ×" if length >= original else "")


def _note(text: str, colour: str, x: float, y: float, **more: Any) -> dict[str, Any]:
    """Words over a logarithmic axis."""
    return {"x": float(np.log10(x)), "y": float(y), "text": text, "font": {"color": colour}} | more


def strips(
    rows: Mapping[str, NDArray[np.floating]],  # nats by block of positions, from the top
    edges: Sequence[int],  # of the blocks, tokens
    *,
    original: int,  # an edge: from there on the colour is that of what training never showed
    unit: int,  # of which ticks are multiples, tokens
    target: int,  # a length that is marked by a dashed line
    words: Mapping[str, str],  # "inside" and "beyond", above the strips
    scale: Mapping[float, str],  # nats and what they mean, below
    palette: theme.Palette,
    x: str,
) -> Figure:
    """A strip for each row, the stronger the greater its loss, in grey and from the trained length on in red."""
    values, border = np.array([*rows.values()]), edges.index(original)
    starts = np.array([edges[0] or edges[1] / 2, *edges[1:]])  # a logarithmic axis has no 0
    shared = {
        "type": "heatmap",
        "y": [*rows],
        "ygap": 8,
        "zmin": min(PALE, *scale),
        "zmax": max(scale),
        "showscale": False,
    }
    shared["hovertemplate"] = f"%{{y}}, {x}: %{{x:,.0f}}<br>%{{z:.2f}} nats<extra></extra>"
    inside = {
        "x": starts[: border + 1],
        "z": values[:, :border],
        "colorscale": _scale(palette, palette.ramp(4)[-1]),
    }
    beyond = {"x": starts[border:], "z": values[:, border:], "colorscale": _scale(palette, theme.UNSEEN)}
    bar = BAR | {"y": -72 / (ROW * len(rows)), "tickvals": [*scale], "ticktext": [*scale.values()]}
    traces = [shared | inside, shared | beyond | {"showscale": True, "colorbar": bar}]
    shown = [unit * 4**power // 16 for power in range(5)]
    axis = {"type": "log", "range": np.log10(starts[[0, -1]]).tolist(), "tickvals": shown, "tickangle": 0}
    above = {"yref": "paper", "yanchor": "bottom", "xanchor": "left"}
    notes = [
        _note(words["inside"], theme.INK, starts[0], 1, **above),
        _note(words["beyond"], theme.UNSEEN, original, 1, **above),
    ]
    wanted = [spec.rule(target, dash="dash", width=2)] if target > original else []
    layout = {
        "margin": {"l": 8, "r": 16, "t": ABOVE, "b": 8},
        "xaxis": axis | {"ticktext": [_tick(tick, unit) for tick in shown]},
        "yaxis": {"autorange": "reversed", "showgrid": False, "type": "category"},
        "shapes": [spec.rule(original), *wanted],
        "annotations": notes,
    }
    return spec.figure(traces, layout, palette=palette, height=166 + ROW * len(rows), x=x)


def _scale(palette: theme.Palette, colour: str) -> list[tuple[float, str]]:
    """From nearly the page's own colour to a strong one, in both themes."""
    return [(0, palette.neutral), (1, colour)]
