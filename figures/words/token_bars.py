"""A horizontal bar for each token, in panels side by side on one scale."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figures import spec, theme
from figures.spec import Figure
from figures.words.token_labels import title_below, token_axis, token_label

HEAD, FOOT, TALL, LOW, LIST = 34, 52, 24, 13, 560  # pixels, as in `figures.words.token_rows`


@dataclass(frozen=True)
class Bars:
    """One panel."""

    name: str  # its title
    values: NDArray[np.floating]  # (tokens,) not negative
    texts: Sequence[str]  # at the end of each bar


def token_bars(
    panels: Sequence[Bars],
    words: Sequence[str],  # the tokens, shown as they are
    *,
    palette: theme.Palette,
    colour: str,  # of the bars
    x: str,  # title with unit of the bars' axis
    marked: Collection[int] = (),  # positions of tokens with bold names and full colour; the others are paler
) -> Figure:
    """Horizontal bars, one row for each token, the first on top."""
    height = float(np.clip(LIST / len(words), LOW, TALL))
    columns, small = len(panels), height < 16
    largest = max(float(panel.values.max(initial=0)) for panel in panels) or 1.0
    names = [token_label(word, place, bold=place in marked) for place, word in enumerate(words)]
    across = {"fixedrange": True, "nticks": 3, "range": [0, 1.35 * largest]}
    axes = spec.grid(
        [across] + [across | {"matches": "x"}] * (columns - 1),
        [token_axis(names, size=10 if small else 13)] * columns,
        heights=[1],
        widths=[1] * columns,
        beside=0.08,
        share_y=True,
    )
    opacity = [1.0 if place in marked else 0.55 for place in range(len(words))]
    look = {"marker": {"color": colour, "opacity": opacity}, "textfont": {"size": 10 if small else 12}}
    numbered = [*enumerate(panels, 1)]
    traces = [trace for column, panel in numbered for trace in spec.within(column, [_bars(panel) | look])]
    layout = {
        "annotations": [*(_title(panel, column) for column, panel in numbered), title_below(x, 24)],
        "showlegend": False,
        "bargap": 0.25,
        "margin": {"l": 8, "r": 8, "t": HEAD, "b": FOOT},
        # what is measured lies across, which otherwise is what is counted off
        "meta": {"follows": {spec.nth("xaxis", column): [] for column, _ in numbered}},
    }
    return spec.figure(traces, axes | layout, palette=palette, height=round(height * len(words) + HEAD + FOOT))


def _bars(panel: Bars) -> dict[str, Any]:
    return {
        "type": "bar",
        "x": np.asarray(panel.values, np.float32),
        "y": np.arange(len(panel.values)),
        "orientation": "h",
        "text": list(panel.texts),
        "textposition": "outside",
        "textangle": 0,
        "constraintext": "none",
        "cliponaxis": False,
        "hovertemplate": "%{y}: %{text}<extra></extra>",
    }


def _title(panel: Bars, column: int) -> dict[str, Any]:
    place = {"xref": spec.nth("x", column) + " domain", "x": 0, "xanchor": "left"}
    above = {"yref": "paper", "y": 1, "yanchor": "bottom"}
    return place | above | {"text": f"<b>{panel.name}</b>"}
