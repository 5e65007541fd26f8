"""One bar a token, in panels side by side on one scale."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray
from plotly.subplots import make_subplots

from figures import theme
from figures.dress import dress
from figures.token_labels import token_label

HEAD, FOOT, TALL, LOW, LIST = 34, 52, 24, 13, 560  # pixels, as in `figures.token_rows`


@dataclass(frozen=True)
class Bars:
    """One panel.

    Parameters
    ----------
    name : str
        Its title.
    values : ndarray of shape (tokens,)
        Not negative.
    texts : sequence of str
        At the end of each bar.
    """

    name: str
    values: NDArray[np.floating]
    texts: Sequence[str]


def token_bars(
    panels: Sequence[Bars],
    words: Sequence[str],
    *,
    palette: theme.Palette,
    colour: str,
    x: str,
    marked: Collection[int] = (),
) -> go.Figure:
    """Bars to the right, a row a token, first token on top.

    Parameters
    ----------
    panels : sequence of Bars
    words : sequence of str
        The tokens, shown as they are.
    palette : Palette
    colour : str
        Of the bars.
    x : str
        Title with unit of the bars' axis.
    marked : collection of int
        Positions of tokens whose bars are full and whose names are bold; the others are paler.
    """
    height = float(np.clip(LIST / len(words), LOW, TALL))
    figure = make_subplots(1, len(panels), shared_yaxes=True, shared_xaxes="all", horizontal_spacing=0.08)
    opacity = [1.0 if place in marked else 0.55 for place in range(len(words))]
    for column, panel in enumerate(panels, 1):
        bars = go.Bar(
            x=np.asarray(panel.values, np.float32),
            y=np.arange(len(words)),
            orientation="h",
            marker={"color": colour, "opacity": opacity},
            text=list(panel.texts),
            textposition="outside",
            textangle=0,
            textfont={"size": 10 if height < 16 else 12},
            constraintext="none",
            cliponaxis=False,
            hovertemplate="%{y}: %{text}<extra></extra>",
        )
        figure.add_trace(bars, row=1, col=column)
        axis = "" if column == 1 else str(column)
        place = {"xref": f"x{axis} domain", "x": 0, "yref": "paper", "y": 1, "xanchor": "left", "yanchor": "bottom"}
        figure.add_annotation(text=f"<b>{panel.name}</b>", showarrow=False, **place)
    dress(figure, palette, x="", y="", height=round(height * len(words) + HEAD + FOOT))
    largest = max(float(panel.values.max(initial=0)) for panel in panels) or 1.0
    line = {"gridcolor": palette.grid, "zerolinecolor": palette.grid, "showline": False, "ticks": ""}
    figure.update_xaxes({**line, "fixedrange": True, "nticks": 3, "range": [0, 1.35 * largest]})
    under = {"xref": "paper", "x": 0.5, "yref": "paper", "y": 0, "yshift": -24, "yanchor": "top"}
    figure.add_annotation(text=x, showarrow=False, font={"size": 13}, **under)
    names = [token_label(word, place, bold=place in marked) for place, word in enumerate(words)]
    rows = {"tickvals": np.arange(len(words)), "ticktext": names, "range": [len(words) - 0.5, -0.5]}
    figure.update_yaxes({**rows, "showgrid": False, "zeroline": False, "fixedrange": True, "showline": False})
    figure.update_yaxes(
        tickfont={"size": 10 if height < 16 else 13}, automargin=True, ticklabelstandoff=6, row=1, col=1
    )
    return figure.update_layout(showlegend=False, bargap=0.25, margin={"l": 8, "r": 8, "t": HEAD, "b": FOOT})
