"""A reader's sentence as tokens, and their embeddings."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING
from urllib.parse import quote_plus

import numpy as np

from core.inputs.parameter import D_MODEL, check_whole

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

MOST_CHARACTERS, MOST_TOKENS = 2_000, 128
MOST_IN_ADDRESS = 6_000  # characters once encoded: servers refuse a request line of 8,000
_JOINER, _NON_JOINER, _BREAK = "\u200d", "\u200c", "\u200b"
_TAGS = "".join(map(chr, range(0xE0020, 0xE0080)))  # spell the region of a flag
_UNSEEN = _JOINER + _NON_JOINER + _TAGS + "".join(map(chr, range(0xFE00, 0xFE10)))  # unless they modify
_INNER = "'’-‐‑"  # inside a word they belong to it: don't, ball-room


@dataclass(frozen=True)
class Reading:
    """What is read of a text.

    Parameters
    ----------
    words : tuple of str
        The first tokens, as they are written.
    tokens : int
        How many the text holds, of which words are the first.
    characters : int
        Of the text.
    """

    words: tuple[str, ...]
    tokens: int
    characters: int


def read_sentence(text: str, *, most: int = MOST_TOKENS) -> Reading:
    """The first tokens of a text of any length.

    Parameters
    ----------
    text : str
        Untrusted.
    most : int
        Tokens, at least 1.

    Returns
    -------
    reading : Reading
    """
    found = tokens(fitting(text))
    return Reading(found[: check_whole(most, "most")], len(found), len(text))


def fitting(text: str) -> str:
    """The beginning of a text that a link can hold.

    Parameters
    ----------
    text : str
        Untrusted.

    Returns
    -------
    beginning : str
        At most 2,000 characters; fewer where each takes many in an address, as an emoji takes twelve.
    """
    beginning = text[:MOST_CHARACTERS]
    sizes = (len(quote_plus(character, errors="replace")) for character in beginning)
    fits = sum(size <= MOST_IN_ADDRESS for size in accumulate(sizes))
    return beginning[:fits]


def tokens(text: str) -> tuple[str, ...]:
    """Words and punctuation marks of a text in any script.

    A word is a run of letters, combining marks and digits, with apostrophes and hyphens inside it.
    Every other visible character is a token, and so is every ideograph, every kana and every emoji
    with what modifies it. Spaces part tokens; control and formatting characters are dropped. Where a
    script puts no spaces between words, as Thai, a phrase is one token.

    Parameters
    ----------
    text : str
        Untrusted.

    Returns
    -------
    tokens : tuple of str
        In canonical composition (NFC), none of them empty.

    Examples
    --------
    >>> tokens("Don't stop, 猫猫!")
    ("Don't", 'stop', ',', '猫', '猫', '!')
    """
    kept = "".join(filter(_is_kept, unicodedata.normalize("NFC", text.replace(_BREAK, " "))))
    found: list[str] = []
    start = 0
    while start < len(kept):
        end = start + _token_size(kept, start)
        found.append(kept[start:end].strip(_JOINER + _NON_JOINER))
        start = end
    return tuple(token for token in found if token.strip(_UNSEEN).strip())


def _is_kept(character: str) -> bool:
    """All that is visible or parts what is; of formatting characters, only those that join."""
    if unicodedata.category(character) in {"Cc", "Cf", "Cs"}:
        return character.isspace() or character in {_JOINER, _NON_JOINER} or character in _TAGS
    return True


def _token_size(text: str, start: int) -> int:
    """Characters of the token that starts there."""
    first = text[start]
    if first.isspace():
        return 1
    if _is_word(first) and not _stands_alone(first):
        return _word_size(text, start)
    return _symbol_size(text, start)


def _word_size(text: str, start: int) -> int:
    end = start + 1
    while end < len(text):
        inner = text[end] in _INNER and end + 1 < len(text) and _is_letter(text[end + 1])
        if not (inner or _is_letter(text[end]) or _extends(text[end])):
            break
        end += 1
    return end - start


def _symbol_size(text: str, start: int) -> int:
    """A character with what modifies it; a flag is two regional indicators."""
    end = start + 1
    if _is_regional(text[start]) and text[end : end + 1] and _is_regional(text[end]):
        end += 1
    while end < len(text):
        joined = text[end - 1] == _JOINER and not text[end].isspace()
        if not (joined or _extends(text[end])):
            break
        end += 1
    return end - start


def _is_word(character: str) -> bool:
    return unicodedata.category(character)[0] in "LMN"


def _stands_alone(character: str) -> bool:
    """Ideographs and kana, which are written without spaces; Hangul is written with them."""
    wide = unicodedata.east_asian_width(character) == "W" and unicodedata.category(character)[0] == "L"
    return wide and not unicodedata.name(character, "").startswith("HANGUL")


def _is_letter(character: str) -> bool:
    return _is_word(character) and not _stands_alone(character)


def _is_regional(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def _extends(character: str) -> bool:
    """Combining marks, joiners, skin tones and the tags of a flag belong to what stands before them."""
    mark = unicodedata.category(character)[0] == "M"
    tone = "\U0001f3fb" <= character <= "\U0001f3ff"
    return mark or tone or character in {_JOINER, _NON_JOINER} or character in _TAGS


def same_word(word: str) -> str:
    """The form under which a word is looked up: "The" and "the" have one embedding."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", word).casefold())


def first_repeated(words: Sequence[str]) -> tuple[int, int] | None:
    """Positions of the first word that comes again, and of where it does; a sign only if no word does.

    Parameters
    ----------
    words : sequence of str

    Returns
    -------
    positions : tuple of int, or None
        Tokens, ascending.

    Examples
    --------
    >>> first_repeated(["The", "cat", ",", "the", "mat", ","])
    (0, 3)
    """
    forms = [same_word(word) for word in words]
    repeated = [i for i, form in enumerate(forms) if form in forms[i + 1 :]]
    for first in sorted(repeated, key=lambda i: not _is_word(forms[i][0])):
        return first, forms.index(forms[first], first + 1)
    return None


def embedding(
    words: Sequence[str],
    d_model: int,
    *,
    seed: int = 0,
    scaled: bool = True,
    dimensions: int | None = None,
) -> NDArray[np.float64]:
    """Rows of a random embedding table, one for every word there is.

    Entries are normal with variance 1 / d_model, as before training; a row is drawn from the seed and
    the word alone, so that a word has the same row in every sentence.

    Parameters
    ----------
    words : sequence of str
    d_model : int
        Features, at least 1.
    seed : int
        Of the table, at least 0.
    scaled : bool
        Whether to multiply by the root of d_model [1]_, which makes the variance 1.
    dimensions : int or None
        Only the first so many of every row; None for all.

    Returns
    -------
    rows : ndarray of shape (n, dimensions)
        Dimensionless.

    Raises
    ------
    ValueError
        If an argument is not valid.

    References
    ----------
    .. [1] Vaswani et al. 2017, section 3.4, https://arxiv.org/abs/1706.03762
    """
    d_model, seed = D_MODEL.check(d_model), check_whole(seed, "seed", least=0)
    count = d_model if dimensions is None else check_whole(dimensions, "dimensions", most=d_model)
    forms = [same_word(word) for word in words]
    drawn = {form: _row(form, count, seed) for form in forms}
    rows = np.array([drawn[form] for form in forms]).reshape(len(forms), count)
    size: NDArray[np.float64] = rows if scaled else rows / np.sqrt(d_model)
    return size


def _row(form: str, count: int, seed: int) -> NDArray[np.float64]:
    """Normal with variance 1; a longer row begins with the shorter one."""
    return np.random.default_rng([seed, *form.encode("utf-8", "surrogatepass")]).standard_normal(count)
