"""Tables with one row a token side by side, on one scale of signed values."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray
from plotly.subplots import make_subplots

from figures import theme
from figures.dress import dress
from figures.token_labels import token_label

HEAD, FOOT, BETWEEN, PAIR_ROW = 58, 112, 16, 30  # pixels
TALL, LOW, LIST = 24, 12, 560  # a row's height is between the first two; a list has about the third


@dataclass(frozen=True)
class Panel:
    """One table.

    Parameters
    ----------
    name : str
        Its title.
    note : str
        Below the title; may be empty.
    colour : str
        Of the title.
    rows : ndarray of shape (tokens, dimensions)
        Dimensionless.
    pair : ndarray of shape (2, dimensions), or None
        Two of the rows, shown large above the others with their difference.
    """

    name: str
    note: str
    colour: str
    rows: NDArray[np.floating]
    pair: NDArray[np.floating] | None = None


def token_rows(
    panels: Sequence[Panel],
    words: Sequence[str],
    *,
    palette: theme.Palette,
    x: str,
    unit: str,
    limit: float,
    marked: tuple[int, int] | None = None,
) -> go.Figure:
    """Tables whose rows are aligned, so that a token is read across all of them.

    Parameters
    ----------
    panels : sequence of Panel
        Of the same shape.
    words : sequence of str
        The tokens, shown as they are.
    palette : Palette
    x : str
        Title of the dimensions' axis.
    unit : str
        Title of the colour bar.
    limit : float
        Size of value that gets the full colour.
    marked : tuple of int, or None
        Positions of the two tokens that every panel's pair shows.
    """
    height = float(np.clip(LIST / len(words), LOW, TALL))
    blocks = [height * len(words)] if marked is None else [3.0 * PAIR_ROW, height * len(words)]
    inner = sum(blocks) + BETWEEN * (len(blocks) - 1)
    figure = make_subplots(
        len(blocks),
        len(panels),
        shared_xaxes=True,
        shared_yaxes=True,
        row_heights=blocks,
        vertical_spacing=BETWEEN / inner if marked else 0,
        horizontal_spacing=0.025,
    )
    for column, panel in enumerate(panels, 1):
        if panel.pair is not None:
            pair = np.vstack([panel.pair, panel.pair[1] - panel.pair[0]])
            figure.add_trace(_cells(pair), row=1, col=column)
        figure.add_trace(_cells(panel.rows), row=len(blocks), col=column)
        figure.add_annotation(_title(panel, column), showarrow=False)
    dress(figure, palette, x="", y="", height=round(inner + HEAD + FOOT))
    _name_rows(figure, words, marked, small=height < 16)
    bar = {"orientation": "h", "thickness": 10, "len": 0.6, "x": 0.5, "xanchor": "center", "nticks": 5}
    bar |= {
        "yref": "container",
        "y": 0,
        "yanchor": "bottom",
        "outlinewidth": 0,
    }
    figure.update_layout(coloraxis={"cmin": -limit, "cmax": limit, "colorscale": palette.signed, "colorbar": bar})
    bare = {"showgrid": False, "zeroline": False, "fixedrange": True, "ticks": "", "showline": False}
    quarters = np.unique(np.arange(4) * panels[0].rows.shape[1] // 4)
    figure.update_xaxes(tickvals=quarters, tickangle=0, **bare).update_yaxes(ticklabelstandoff=6, **bare)
    under = {"xref": "paper", "x": 0.5, "yref": "paper", "y": 0, "yshift": -22, "yanchor": "top"}
    figure.add_annotation(text=x, showarrow=False, font={"size": 13}, **under)
    figure.add_annotation(text=unit, showarrow=False, font={"size": 13}, **under | {"yshift": 62 - FOOT})
    return figure.update_layout(margin={"l": 8, "r": 8, "t": HEAD, "b": FOOT})


def _cells(values: NDArray[np.floating]) -> go.Heatmap:
    return go.Heatmap(
        z=np.asarray(values, np.float32),
        coloraxis="coloraxis",
        hovertemplate="%{y}, dimension %{x}: %{z:.4f}<extra></extra>",
    )


def _title(panel: Panel, column: int) -> dict[str, object]:
    axis = "" if column == 1 else str(column)
    text = f'<span style="color:{panel.colour}"><b>{panel.name}</b></span><br>{panel.note}'
    place = {"xref": f"x{axis} domain", "yref": "paper", "x": 0, "y": 1, "yshift": 4}
    return place | {"text": text, "xanchor": "left", "yanchor": "bottom", "align": "left", "font": {"size": 14}}


def _name_rows(figure: go.Figure, words: Sequence[str], marked: tuple[int, int] | None, *, small: bool) -> None:
    """Tokens at the left of the first column; the marked ones bold, and framed in every column."""
    names = [token_label(word, place, bold=place in (marked or ())) for place, word in enumerate(words)]
    rows = 1 if marked is None else 2
    axis = {"tickvals": np.arange(len(words)), "ticktext": names, "range": [len(words) - 0.5, -0.5]}
    figure.update_yaxes(axis, row=rows)
    figure.update_yaxes(tickfont={"size": 10 if small else 13}, automargin=True, row=rows, col=1)
    if marked is None:
        return
    pair = [*(names[place] for place in marked), "difference"]
    figure.update_yaxes({"tickvals": [0, 1, 2], "ticktext": pair, "range": [2.5, -0.5]}, row=1)
    figure.update_yaxes(tickfont={"size": 13}, automargin=True, row=1, col=1)
    edge = {"color": figure.layout.font.color, "width": 1.5}
    for cells in figure.select_traces(row=2):
        for place in marked:
            frame = {"x0": 0, "x1": 1, "y0": place - 0.5, "y1": place + 0.5, "line": edge}
            figure.add_shape(type="rect", xref=f"{cells.xaxis} domain", yref=cells.yaxis, **frame)
