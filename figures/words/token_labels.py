"""A reader's words on a chart: shown as they are, whatever signs they hold."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

_LETTERS = 12
_ISOLATE, _END = "\u2068", "\u2069"  # a word that runs to the left does not draw the number along


def token_label(word: str, position: int, *, bold: bool = False) -> str:
    """A token with its position; Plotly takes some HTML in labels, so that is escaped.

    Parameters
    ----------
    word : str
        Untrusted; a long one is cut.
    position : int
        Tokens.
    bold : bool

    Examples
    --------
    >>> token_label("<", 3, bold=True).replace(_ISOLATE, "").replace(_END, "")
    '<b>&lt; · 3</b>'
    """
    shown = word if len(word) <= _LETTERS else word[: _LETTERS - 1] + "…"
    label = f"{_ISOLATE}{escape(shown, quote=False)}{_END} · {position}"
    return f"<b>{label}</b>" if bold else label


def token_axis(labels: Sequence[str], *, size: int) -> dict[str, Any]:
    """Of rows, the first on top, each with its label.

    Parameters
    ----------
    labels : sequence of str
    size : int
        Of the font, pixels.
    """
    rows = {"tickvals": np.arange(len(labels)), "ticktext": list(labels), "range": [len(labels) - 0.5, -0.5]}
    bare = {"showgrid": False, "zeroline": False, "fixedrange": True}
    return rows | bare | {"tickfont": {"size": size}, "automargin": True, "ticklabelstandoff": 6}


def title_below(text: str, shift: int) -> dict[str, Any]:
    """What all columns share, in the middle, pixels below them."""
    place = {"xref": "paper", "x": 0.5, "yref": "paper", "y": 0, "yshift": -shift, "yanchor": "top"}
    return place | {"text": text, "showarrow": False, "font": {"size": 13}}
