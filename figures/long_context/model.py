"""The wavelengths of a model as ticks on a logarithmic axis."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figures import spec, theme
from figures.curves import teeth
from figures.labels import title_above
from figures.spec import Figure

COMPLETE, INCOMPLETE, UNSEEN = theme.INK, theme.GHOST, theme.UNSEEN
ROW, TOP, BOTTOM, LABEL = 140, 30, 50, 17  # pixels
TICK = 44  # marker size; the symbol is 1.4 times as tall
HALF, REACH = 0.23, 0.33  # of a row: from its middle to the ends of the teeth, and to the upper ends of lines
MOST_TICKS = 1024  # of a row; more would touch
CLOSE = 1.9  # decades; labels of lines that are closer are stacked


@dataclass(frozen=True)
class WavelengthRow:
    """The wavelengths of one state of a model."""

    name: str  # title above the row
    wavelengths: NDArray[np.floating]  # (n,) tokens; a pair that stands still, of infinite wavelength, has no tick
    complete: NDArray[np.bool_]  # (n,) pairs that completed a turn in training
    unseen_pairs: NDArray[np.bool_]  # (n,) pairs that meet an angle never seen in training, drawn in red


def wavelength_rows(
    rows: Sequence[WavelengthRow],
    *,
    lengths: Mapping[str, float],  # label → tokens
    # what stands below the teeth after their number: pairs that completed a turn, those that did not, and those
    # that meet unseen angles
    names: tuple[str, str, str],
    palette: theme.Palette,
    x: str,
) -> Figure:
    """One row below the other, and a vertical line at each length, which leaves the words between rows free."""
    kinds = [*zip(names, (COMPLETE, INCOMPLETE, UNSEEN), _kinds(rows), strict=True)]
    traces = [_ticks(name, colour, rows, members) for name, colour, members in kinds]
    below = [label for place, row in enumerate(rows) for label in _names(place, row, kinds)]
    marks, labels, levels = _lines(lengths, len(rows))
    top = TOP + LABEL * levels
    reach = _reach(rows, lengths)
    powers = 10 ** np.arange(int(np.ceil(reach[0])), int(reach[1]) + 1)
    titles = [title_above(row.name, REACH - place, yref="y") for place, row in enumerate(rows)]
    layout = {
        "margin": {"t": top, "b": BOTTOM, "l": 12, "r": 12},
        "hovermode": "closest",
        "showlegend": False,
        "shapes": marks,
        "annotations": [*titles, *below, *labels],
        "xaxis": {
            "type": "log",
            "range": reach,
            "tickvals": powers,
            "ticktext": [_short(int(p)) for p in powers],
            "tickangle": 0,
            "zeroline": False,
            "title": {"text": x, "standoff": 6},
        },
        "yaxis": {"visible": False, "range": [-len(rows) + 0.5, 0.6], "fixedrange": True},
    }
    return spec.figure(traces, layout, palette=palette, height=top + BOTTOM + ROW * len(rows))


def _kinds(rows: Sequence[WavelengthRow]) -> list[list[NDArray[np.bool_]]]:
    """For each colour, the mask of pairs of each row that have it."""
    return [
        [row.complete & ~row.unseen_pairs for row in rows],
        [~row.complete & ~row.unseen_pairs & np.isfinite(row.wavelengths) for row in rows],
        [row.unseen_pairs for row in rows],
    ]


def _ticks(
    name: str, colour: str, rows: Sequence[WavelengthRow], members: Sequence[NDArray[np.bool_]]
) -> dict[str, Any]:
    shown_pairs = [_few(np.flatnonzero(which)) for which in members]
    at = [row.wavelengths[pairs] for row, pairs in zip(rows, shown_pairs, strict=True)]
    height = [np.full(len(pairs), -place) for place, pairs in enumerate(shown_pairs)]
    return teeth(name, np.concatenate(at), np.concatenate(height), colour, TICK) | {
        "customdata": np.concatenate(shown_pairs).astype(np.int32),
        "hovertemplate": "pair %{customdata:,}: a turn in %{x:,.4~r} tokens",
    }


def _names(
    place: int, row: WavelengthRow, kinds: Sequence[tuple[str, str, Sequence[NDArray[np.bool_]]]]
) -> list[dict[str, Any]]:
    """How many pairs are of a kind, below the teeth of a row: the fastest kind at the left, the slowest right."""
    turns = np.isfinite(row.wavelengths)
    names = [
        (np.log10(row.wavelengths[of[place] & turns]), name, colour)
        for name, colour, of in kinds
        if (of[place] & turns).any()
    ]
    names.sort(key=lambda each: float(each[0].mean()))
    labels = [(names[0], "left", names[0][0].min())] if names else []
    labels += [(names[-1], "right", names[-1][0].max())] if len(names) > 1 else []
    look = {"y": -place - HALF, "yanchor": "top"}
    return [
        look
        | {"text": f"{len(at):,} {name}", "x": float(end), "xanchor": side, "font": {"size": 13, "color": colour}}
        for (at, name, colour), side, end in labels
    ]


def _few(pairs: NDArray[np.integer]) -> NDArray[np.integer]:
    return pairs[:: -(-len(pairs) // MOST_TICKS) or 1]


def _reach(rows: Sequence[WavelengthRow], lengths: Mapping[str, float]) -> list[float]:
    tokens = np.concatenate([*(row.wavelengths[np.isfinite(row.wavelengths)] for row in rows), [*lengths.values()]])
    return [float(np.log10(tokens.min())) - 0.1, float(np.log10(tokens.max())) + 0.25]


def _lines(lengths: Mapping[str, float], rows: int) -> tuple[list[dict[str, Any]], list[dict[str, Any]], int]:
    """Shapes and labels at the lengths, and the number of levels on which close labels are stacked."""
    above = {"xanchor": "center", "y": 1, "yref": "paper", "yanchor": "bottom", "font": {"size": 13}}
    marks, labels, last, level, most = [], [], -np.inf, 0, 0
    for text, tokens in sorted(lengths.items(), key=lambda item: item[1]):
        place = float(np.log10(tokens))
        level = level + 1 if place - last < CLOSE else 0
        last, most = place, max(most, level + 1)
        line = spec.rule(tokens, width=1.5, dash="dash") | {"yref": "y"}
        marks += [line | {"y0": -row - HALF, "y1": -row + REACH} for row in range(rows)]
        labels.append(above | {"text": text, "x": place, "yshift": 2 + LABEL * level})
    return marks, labels, most


def _short(number: int) -> str:
    """1k for a thousand: axis labels on a phone have little room."""
    for size, letter in ((10**9, "G"), (10**6, "M"), (10**3, "k")):
        if number >= size:
            return f"{number // size}{letter}"
    return str(number)
