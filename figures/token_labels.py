"""A reader's words on a chart: shown as they are, whatever signs they hold."""

from html import escape

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
