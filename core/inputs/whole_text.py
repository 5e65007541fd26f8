"""Untrusted text: without unpaired surrogates, which every later step relies on; safe in a spreadsheet."""

import re
import unicodedata

_NONE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


def whole_text(text: str) -> str:  # untrusted
    r"""A text that can be written in UTF-8 and holds no control characters but tabs and line breaks.

    JSON and file formats can spell half of a surrogate pair, which no message to a browser can carry; two halves
    that belong together become their character, any other invalid byte becomes U+FFFD.

    >>> whole_text("wpe\ud800") == "wpe\ufffd", whole_text("\ud83d\ude00") == "\U0001f600"
    (True, True)
    """
    if not text.isascii():
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return _NONE.sub("\ufffd", text)


_FORMULA = frozenset("=+-@\uff1d\uff0b\uff0d\uff20")  # signs that begin a formula, also their wide forms


def no_formula(word: str) -> str:  # untrusted
    """A cell's text, with an apostrophe before what a spreadsheet takes for a formula, also behind invisible signs.

    >>> no_formula("=1"), no_formula("a=1")
    ("'=1", 'a=1')
    """
    word = word.replace("\r", "\n")  # pandas puts no quotation marks around the first, which ends a line
    first = next((sign for sign in word if unicodedata.category(sign)[0] not in "CMZ"), "")
    return f"'{word}" if first in _FORMULA or word.startswith(("\t", "\n")) else word
