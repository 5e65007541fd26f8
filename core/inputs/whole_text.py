"""Untrusted text without unpaired surrogates, which every later step relies on."""

import re

_NONE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


def whole_text(text: str) -> str:  # untrusted
    r"""A text that can be written in UTF-8 and holds no control characters but tabs and line breaks.

    JSON and file formats can spell half of a surrogate pair, which no message to a browser can carry; two halves
    that belong together become their character, all else that is no character becomes U+FFFD.

    >>> whole_text("wpe\ud800") == "wpe\ufffd", whole_text("\ud83d\ude00") == "\U0001f600"
    (True, True)
    """
    if not text.isascii():
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return _NONE.sub("\ufffd", text)
