"""The pairs of heads with M-RoPE as ticks over their wavelength, coloured by the axis that they follow."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figures import spec, theme
from figures.beyond_text.tracks import AXIS_COLOURS
from figures.curves import teeth
from figures.labels import title_above
from figures.spec import Figure

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
