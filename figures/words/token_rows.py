"""Heatmaps with a row for each token, side by side on one scale of signed values."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figures import spec, theme
from figures.spec import Figure
from figures.words.token_labels import title_below, token_axis, token_label

HEAD, FOOT, BETWEEN, PAIR_ROW = 46, 84, 14, 22  # pixels
TALL, LOW = 24, 12  # pixels, largest and smallest height of a row
LIST = 240  # pixels, height of all rows where that range allows it
BAR = {
    "orientation": "h",
    "thickness": 10,
    "len": 0.6,
    "x": 0.5,
    "xanchor": "center",
    "ypad": 0,
    "y": 0,
    "yref": "container",
    "yanchor": "bottom",
    "nticks": 5,
    "outlinewidth": 0,
}


@dataclass(frozen=True)
class Panel:
    """One table."""

    name: str  # its title
    note: str  # second line of the title; may be empty
    colour: str  # of the title
    rows: NDArray[np.floating]  # (tokens, dimensions) dimensionless
    # (2, dimensions) two of the rows, shown large above the others with their difference
    pair: NDArray[np.floating] | None = None


def token_rows(
    panels: Sequence[Panel],  # of the same shape
    words: Sequence[str],  # the tokens, shown as they are
    *,
    palette: theme.Palette,
    x: str,  # title of the dimensions' axis
    unit: str,
    limit: float,  # absolute value with the full colour
    marked: tuple[int, int] | None = None,  # positions of the two tokens that every panel's pair shows
) -> Figure:
    """Heatmaps whose rows are aligned, so that a token can be followed across all panels."""
    height = float(np.clip(LIST / len(words), LOW, TALL))
    blocks = [height * len(words)] if marked is None else [3.0 * PAIR_ROW, height * len(words)]
    inner = sum(blocks) + BETWEEN * (len(blocks) - 1)
    columns, above = len(panels), len(panels) * (len(blocks) - 1)  # panels in a row, and in the rows above the last
    quarters = np.unique(np.arange(4) * panels[0].rows.shape[1] // 4)
    dimensions = {"tickvals": quarters, "tickangle": 0, "showgrid": False, "zeroline": False, "fixedrange": True}
    names = [token_label(word, place, bold=place in (marked or ())) for place, word in enumerate(words)]
    axes = spec.grid(
        [dimensions] * columns,
        [token_axis(names, size=10 if height < 14 else 12)] * columns,
        heights=blocks,
        widths=[1] * columns,
        above=BETWEEN / inner,
        beside=0.025,
        share_y=True,
    )
    traces, frames = [], []
    for column, panel in enumerate(panels, 1):
        if panel.pair is not None:
            traces += spec.within(column, [_cells(np.vstack([panel.pair, panel.pair[1] - panel.pair[0]]))])
        traces += spec.within(above + column, [_cells(panel.rows)])
        frames += [_frame(place, above + column) for place in marked or ()]
    if marked is not None:
        pair = token_axis([*(names[place] for place in marked), "difference"], size=13)
        axes = spec.over(axes, {spec.nth("yaxis", column): pair for column in range(1, columns + 1)})
    titles = [_title(panel, column) for column, panel in enumerate(panels, 1)]
    layout = {
        "coloraxis": {"cmin": -limit, "cmax": limit, "colorscale": palette.signed, "colorbar": BAR},
        "annotations": [
            *titles,
            title_below(x, 22),
            title_below(unit, FOOT - 32) | {"x": 0.18, "xanchor": "right"},
        ],
        "shapes": frames,
        "margin": {"l": 8, "r": 8, "t": HEAD, "b": FOOT},
    }
    return spec.figure(traces, axes | layout, palette=palette, height=round(inner + HEAD + FOOT))


def _cells(values: NDArray[np.floating]) -> dict[str, Any]:
    return {
        "type": "heatmap",
        "z": np.asarray(values, np.float32),
        "coloraxis": "coloraxis",
        "hovertemplate": "%{y}, dimension %{x:,}: %{z:.4f}<extra></extra>",
    }


def _title(panel: Panel, column: int) -> dict[str, Any]:
    text = f'<span style="color:{panel.colour}"><b>{panel.name}</b></span><br>{panel.note}'
    place = {"xref": spec.nth("x", column) + " domain", "yref": "paper", "x": 0, "y": 1, "yshift": 4}
    look = {"xanchor": "left", "yanchor": "bottom", "align": "left", "font": {"size": 14}}
    return place | look | {"text": text}


def _frame(position: int, number: int) -> dict[str, Any]:
    """Rectangle around the row of a token."""
    across = {"xref": spec.nth("x", number) + " domain", "x0": 0, "x1": 1}
    down = {"yref": spec.nth("y", number), "y0": position - 0.5, "y1": position + 0.5}
    return {"type": "rect", "line": {"color": theme.INK, "width": 1.5}} | across | down
