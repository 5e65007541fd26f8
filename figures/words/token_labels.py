"""Labels for a reader's words on charts; words are untrusted text."""

from collections.abc import Sequence
from html import escape
from typing import Any

import numpy as np

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
