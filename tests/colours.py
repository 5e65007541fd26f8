"""The key of docs/colours.md: concepts, colours, and the words for them."""

import re

from figures import theme
from tests.house import ROOT

KEY = re.findall(r"^\| (.+) \| `(#\w+)` \| (\w+) \|$", (ROOT / "docs/colours.md").read_text("utf-8"), re.MULTILINE)
WORDS = {word: {colour for _, colour, called in KEY if called == word} for word in {called for *_, called in KEY}}
WORDS["violet"] |= {theme.LIGHT.negative}
WORDS["green"] |= {theme.LIGHT.positive}
WORDS["grey"] |= {theme.LIGHT.neutral}
COLOUR_WORD = re.compile(rf"\b({'|'.join(WORDS)})(?:er)?\b", re.IGNORECASE)
ELSE = re.compile(
    r"\b(?:purple|yellow|cyan|magenta|turquoise|lilac|gray|(?:dark|black) (?:line|curve|pair|dot)s?)\b",
    re.IGNORECASE,
)
"""Of no concept, or of another colour in the other theme."""


def colour_words(text):
    """Colour words of the key in a text; `:orange[…]` is Streamlit's markup, and no word."""
    return {word.lower() for word in COLOUR_WORD.findall(re.sub(r":\w+\[", "", text))}
