"""Pictures with a row for each word of a sentence: tables, and bars."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figures import spec, theme
from figures.curves import Line, trace
from figures.labels import title_above
from figures.spec import Figure

_LETTERS = 12
_ISOLATE, _END = "\u2068", "\u2069"  # keep the number in its place after a word written right to left


def token_label(word: str, position: int, *, bold: bool = False) -> str:  # word: untrusted; a long one is cut
    """A token with its position, escaped because Plotly interprets some HTML in labels.

    >>> token_label("<", 3, bold=True).replace(_ISOLATE, "").replace(_END, "")
    '<b>&lt; · 3</b>'
    """
    short = word if len(word) <= _LETTERS else word[: _LETTERS - 1] + "…"
    label = f"{_ISOLATE}{escape(short, quote=False)}{_END} · {position}"
    return f"<b>{label}</b>" if bold else label


def token_axis(labels: Sequence[str], *, size: int) -> dict[str, Any]:  # size: of the font, pixels
    """Vertical axis with one labelled row for each token, the first on top."""
    rows = {"tickvals": np.arange(len(labels)), "ticktext": list(labels), "range": [len(labels) - 0.5, -0.5]}
    bare = {"showgrid": False, "zeroline": False, "fixedrange": True}
    return rows | bare | {"tickfont": {"size": size}, "automargin": True, "ticklabelstandoff": 6}


def title_below(text: str, shift: int) -> dict[str, Any]:
    """Annotation centred this many pixels below all columns."""
    place = {"xref": "paper", "x": 0.5, "yref": "paper", "y": 0, "yshift": -shift, "yanchor": "top"}
    return place | {"text": text, "font": {"size": 13}}


ROWS_HEAD, ROWS_FOOT, BETWEEN, PAIR_ROW = 46, 84, 14, 22  # pixels
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
    dimensions: NDArray[np.int_],  # of the columns
    palette: theme.Palette,
    x: str,  # title of the dimensions' axis
    unit: str,
    limit: float,  # absolute value with the full colour
    pair_rows: tuple[int, int] | None = None,  # positions of the two tokens that every panel's pair shows
) -> Figure:
    """Heatmaps whose rows are aligned, so that a token can be followed across all panels."""
    height = float(np.clip(LIST / len(words), LOW, TALL))
    blocks = [height * len(words)] if pair_rows is None else [3.0 * PAIR_ROW, height * len(words)]
    inner = sum(blocks) + BETWEEN * (len(blocks) - 1)
    columns, above = len(panels), len(panels) * (len(blocks) - 1)  # panels in a row, and in the rows above the last
    # not the last: it would touch the first of the next panel on a phone
    thirds = np.unique(np.linspace(0, len(dimensions) - 1, 4).astype(int)[:3])
    ticks = {"type": "category", "tickvals": thirds, "tickangle": 0}
    across = ticks | {"showgrid": False, "zeroline": False, "fixedrange": True}
    names = [token_label(word, place, bold=place in (pair_rows or ())) for place, word in enumerate(words)]
    axes = spec.grid(
        [across] * columns,
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
            traces += spec.within(
                column, [_cells(np.vstack([panel.pair, panel.pair[1] - panel.pair[0]]), dimensions)]
            )
        traces += spec.within(above + column, [_cells(panel.rows, dimensions)])
        frames += [spec.row_frame(above + column, place - 0.5, place + 0.5, width=1.5) for place in pair_rows or ()]
    if pair_rows is not None:
        pair = token_axis([*(names[place] for place in pair_rows), "difference"], size=13)
        axes = spec.over(axes, {spec.nth("yaxis", column): pair for column in range(1, columns + 1)})
    titles = [_rows_title(panel, column) for column, panel in enumerate(panels, 1)]
    layout = {
        "coloraxis": {"cmin": -limit, "cmax": limit, "colorscale": palette.signed_scale, "colorbar": BAR},
        "annotations": [
            *titles,
            title_below(x, 22),
            title_below(unit, ROWS_FOOT - 32) | {"x": 0.18, "xanchor": "right"},
        ],
        "shapes": frames,
        "margin": {"l": 8, "r": 8, "t": ROWS_HEAD, "b": ROWS_FOOT},
    }
    return spec.figure(traces, axes | layout, palette=palette, height=round(inner + ROWS_HEAD + ROWS_FOOT))


def _cells(values: NDArray[np.floating], dimensions: NDArray[np.int_]) -> dict[str, Any]:
    return {
        "type": "heatmap",
        "x": [f"{dimension:,}" for dimension in dimensions],
        "z": np.asarray(values, np.float32),
        "coloraxis": "coloraxis",
        "hovertemplate": "%{y}, dimension %{x}: %{z:.4f}<extra></extra>",
    }


def _rows_title(panel: Panel, column: int) -> dict[str, Any]:
    text = f'<span style="color:{panel.colour}"><b>{panel.name}</b></span><br>{panel.note}'
    place = {"xref": f"{spec.nth('x', column)} domain", "yshift": 4}
    return title_above(text, 1) | place | {"align": "left", "font": {"size": 14}}


BARS_HEAD, BARS_FOOT, BARS_LOW, BARS_LIST = 34, 52, 13, 560  # pixels, as those of the tables


def token_bars(
    values: NDArray[np.floating],  # (tokens,) not negative
    texts: Sequence[str],  # at the end of each bar
    words: Sequence[str],  # the tokens, shown as they are
    *,
    palette: theme.Palette,
    colour: str,  # of the bars
    title: str,
    x: str,  # title with unit of the bars' axis
    bold_tokens: Collection[int] = (),  # positions of tokens with bold names and full colour; the others are paler
) -> Figure:
    """Horizontal bars, one row for each token, the first on top, and a dot at 0 in each."""
    height = float(np.clip(BARS_LIST / len(words), BARS_LOW, TALL))
    small = height < 16
    rows = np.arange(len(words))
    names = [token_label(word, place, bold=place in bold_tokens) for place, word in enumerate(words)]
    bars = {
        "type": "bar",
        "x": np.asarray(values, np.float32),
        "y": rows,
        "orientation": "h",
        "marker": {"color": colour, "opacity": [1.0 if place in bold_tokens else 0.55 for place in rows]},
        "text": list(texts),
        "textfont": {"size": 10 if small else 12},
        "textposition": "outside",
        "textangle": 0,
        "constraintext": "none",
        "cliponaxis": False,
        "hovertemplate": "%{y}: %{text}<extra></extra>",
    }
    zeros = Line("", np.zeros(len(rows)), rows.astype(float), theme.INK, mode="markers")
    dots = trace(zeros, hoverinfo="skip", cliponaxis=False)
    largest = float(values.max(initial=0)) or 1.0
    layout = {
        "xaxis": {"fixedrange": True, "nticks": 6, "range": [0, 1.15 * largest]},
        "yaxis": token_axis(names, size=10 if small else 13),
        "annotations": [title_above(title, 1), title_below(x, 24)],
        "showlegend": False,
        "bargap": 0.25,
        "margin": {"l": 8, "r": 8, "t": BARS_HEAD, "b": BARS_FOOT},
        "meta": {"follows": {"xaxis": []}},  # what is measured lies across, which otherwise is what is counted off
    }
    total = round(height * len(words) + BARS_HEAD + BARS_FOOT)
    return spec.figure([bars, dots], layout, palette=palette, height=total)
