"""What a reader wrote, inside the room's own words: text stays text.

All that comes from outside and is shown goes through `markdown`: words of a sentence, entries of a config, names of
files and tensors, cells, values of an address, messages that repeat them.
"""

import re

_SIGN = re.compile(r"([!-/:-@\[-`{-~])")
_INVISIBLE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
SEAM = ":small[]"
"""An element without content. Signs that are escaped are plain text again when Streamlit looks in the text for
addresses, symbols and arrows to draw; it looks in each piece between two elements."""
_SEAMS = re.compile(r"(?<=:)(?=\S)|(?<=\S)(?=@)|(?<=www)(?=\.)|(?<=[-<>~=])(?=[-<>~=])", re.IGNORECASE)


def markdown(text: str) -> str:  # untrusted
    """A reader's text as Markdown that shows it as it is: no link, no symbol, no formula, no formatting.

    Line breaks and repeated blanks become one blank, since they would end the room's own sentence; control
    characters and signs that turn the direction of writing become U+FFFD.

    >>> markdown("*x*: www.example.org")
    '\\\\*x\\\\*\\\\: www:small[]\\\\.example\\\\.org'
    """
    whole = _INVISIBLE.sub("\ufffd", " ".join(text.split()))
    return SEAM.join(_SIGN.sub(r"\\\1", piece) for piece in _SEAMS.split(whole))


def code(text: str) -> str:  # untrusted
    """A reader's text as code in Markdown, in which nothing has a meaning but its own quotation marks.

    >>> code("text_config"), code("a`b")
    ('`text_config`', '`` a`b ``')
    """
    whole = _INVISIBLE.sub("\ufffd", " ".join(text.split()))
    fence = "`" * (max(map(len, re.findall("`+", whole)), default=0) + 1)
    blank = " " if "`" in whole else ""
    return f"{fence}{blank}{whole}{blank}{fence}"
