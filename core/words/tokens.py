"""A reader's sentence as tokens."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from urllib.parse import quote_plus

from core.inputs.checked import checked
from core.inputs.parameter import whole

MOST_CHARACTERS, MOST_TOKENS = 2_000, 128
MOST_IN_ADDRESS = 6_000  # encoded characters: servers refuse a request line of 8,000
_JOINER, _NON_JOINER = "\u200d", "\u200c"
_ZERO_WIDTH_SPACE = "\u200b"
_TAGS = "".join(map(chr, range(0xE0020, 0xE0080)))  # spell the region of a flag, e.g. Scotland
_VARIATION_SELECTORS = "".join(map(chr, range(0xFE00, 0xFE10)))
_INVISIBLE = _JOINER + _NON_JOINER + _TAGS + _VARIATION_SELECTORS  # without a character that they modify
_INNER = "'’-‐‑"  # part of a word between two letters: don't, ball-room


@dataclass(frozen=True)
class TokenizedText:
    """The first tokens of a text, and its size."""

    words: tuple[str, ...]  # the first tokens, as written
    tokens: int  # number of tokens in the text
    characters: int  # number of characters in the text


@checked(whole("most"))
def read_sentence(text: str, *, most: int = MOST_TOKENS) -> TokenizedText:  # text: untrusted
    """The first tokens of a text of any length."""
    all_tokens = tokens(fit_to_link(text))
    return TokenizedText(all_tokens[:most], len(all_tokens), len(text))


def fit_to_link(
    text: str,  # untrusted
) -> str:  # at most 2,000 characters; fewer if they take more room in an address: an emoji takes twelve
    """The longest beginning of a text that fits into a link."""
    start = text[:MOST_CHARACTERS]
    sizes = (len(quote_plus(character, errors="replace")) for character in start)
    fits = sum(size <= MOST_IN_ADDRESS for size in accumulate(sizes))
    return start[:fits]


def tokens(text: str) -> tuple[str, ...]:  # untrusted → in canonical composition (NFC), none of them empty
    """Words and punctuation marks of a text in any script.

    A word is a run of letters, combining marks and digits, with apostrophes and hyphens inside it.
    Every other visible character is a token, and so is every ideograph, every kana and every emoji
    with its modifiers. Spaces separate tokens; control and formatting characters are dropped. In a
    script without spaces between words, such as Thai, a phrase is one token. The standard library is
    enough for this; docs/decisions/0016 says why.

    >>> tokens("Don't stop, 猫猫!")
    ("Don't", 'stop', ',', '猫', '猫', '!')
    """
    visible = "".join(filter(_is_kept, unicodedata.normalize("NFC", text.replace(_ZERO_WIDTH_SPACE, " "))))
    pieces: list[str] = []
    start = 0
    while start < len(visible):
        end = start + _token_size(visible, start)
        pieces.append(visible[start:end].strip(_JOINER + _NON_JOINER))
        start = end
    return tuple(token for token in pieces if token.strip(_INVISIBLE).strip())


def _is_kept(character: str) -> bool:
    """Keep visible characters and spaces; of formatting characters only joiners and tags."""
    if unicodedata.category(character) in {"Cc", "Cf", "Cs"}:
        return character.isspace() or character in {_JOINER, _NON_JOINER} or character in _TAGS
    return True


def _token_size(text: str, start: int) -> int:
    """Length in characters of the token that begins at start."""
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
    """A character with its modifiers; a flag is two regional indicators."""
    end = start + 1
    if _is_regional(text[start]) and text[end : end + 1] and _is_regional(text[end]):
        end += 1
    while end < len(text):
        is_joined = text[end - 1] == _JOINER and not text[end].isspace()
        if not (is_joined or _extends(text[end])):
            break
        end += 1
    return end - start


def _is_word(character: str) -> bool:
    return unicodedata.category(character)[0] in "LMN"


def _stands_alone(character: str) -> bool:
    """Ideographs and kana, which are written without spaces, unlike Hangul."""
    wide = unicodedata.east_asian_width(character) == "W" and unicodedata.category(character)[0] == "L"
    return wide and not unicodedata.name(character, "").startswith("HANGUL")


def _is_letter(character: str) -> bool:
    return _is_word(character) and not _stands_alone(character)


def _is_regional(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def _extends(character: str) -> bool:
    """Combining marks, joiners, skin tones and the tags of a flag belong to the character before them."""
    mark = unicodedata.category(character)[0] == "M"
    tone = "\U0001f3fb" <= character <= "\U0001f3ff"
    return mark or tone or character in {_JOINER, _NON_JOINER} or character in _TAGS


def same_word(word: str) -> str:
    """Normal form of a word for the embedding table: "The" and "the" share a row."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", word).casefold())


def same_positions(words: Sequence[str]) -> list[list[int]]:
    """For each word, all positions at which it stands, tokens."""
    forms = [same_word(word) for word in words]
    return [[place for place, other in enumerate(forms) if other == form] for form in forms]


def first_repetition(words: Sequence[str]) -> tuple[int, int] | None:  # tokens, ascending
    """Positions of the first repeated word and of its repetition; a punctuation mark only if no word is repeated.

    >>> first_repetition(["The", "cat", ",", "the", "mat", ","])
    (0, 3)
    """
    forms = [same_word(word) for word in words]
    repeated_places = [i for i, form in enumerate(forms) if form in forms[i + 1 :]]
    for first in sorted(repeated_places, key=lambda i: not _is_word(forms[i][0])):
        return first, forms.index(forms[first], first + 1)
    return None
