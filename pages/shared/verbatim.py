"""What a reader wrote, inside the room's own words."""

import re


def markdown(word: str) -> str:
    """A token of a sentence so that Markdown shows it as it is.

    Parameters
    ----------
    word : str
        Untrusted.
    """
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", word)
