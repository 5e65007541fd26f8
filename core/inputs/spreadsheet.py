"""Text in tables that a spreadsheet may open."""

import unicodedata

_FORMULA = frozenset("=+-@\uff1d\uff0b\uff0d\uff20")  # signs that begin a formula, also their wide forms


def no_formula(word: str) -> str:  # untrusted
    """A cell's text, with an apostrophe before what a spreadsheet takes for a formula, also behind invisible signs.

    >>> no_formula("=1"), no_formula("a=1")
    ("'=1", 'a=1')
    """
    word = word.replace("\r", "\n")  # pandas puts no quotation marks around the first, which ends a line
    first = next((sign for sign in word if unicodedata.category(sign)[0] not in "CMZ"), "")
    return f"'{word}" if first in _FORMULA or word.startswith(("\t", "\n")) else word
