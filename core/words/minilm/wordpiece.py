"""A sentence as BERT's uncased tokenizer cuts it: words in lower case without accents, each in known pieces.

Source: Devlin et al. 2018, section 3, https://arxiv.org/abs/1810.04805; Wu et al. 2016, section 4.1,
https://arxiv.org/abs/1609.08144. Where descriptions differ, this follows the tokenizer that is published with the
model (`BertNormalizer` and `BertPreTokenizer` of the library tokenizers).
"""

import re
import unicodedata
from collections.abc import Container, Iterator
from itertools import islice

from core.inputs.whole_text import whole_text
from core.words.tokens import MOST_CHARACTERS

MOST_TOKENS = 32  # with START and END
START, END, UNKNOWN = "[CLS]", "[SEP]", "[UNK]"
LONGEST_WORD = 100  # characters; a longer word is unknown as a whole
CONTINUES = "##"  # begins a piece that does not begin its word
_SPECIAL = re.compile(r"(\[(?:PAD|UNK|CLS|SEP|MASK)\])")  # typed like this, they are these tokens
_REMOVED = {"Cc", "Cf", "Cs", "Co"}  # categories; tab and line breaks are spaces
_IDEOGRAPHS = (  # as the tokenizer has them, which begins extension E at 2B920
    *((0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F)),
    *((0x2B740, 0x2B81F), (0x2B920, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F)),
)


def tokens(
    sentence: str,  # untrusted
    vocabulary: Container[str],
) -> tuple[tuple[str, ...], bool]:
    """The first tokens of a sentence between START and END, at most `MOST_TOKENS`, and whether something is left.

    >>> tokens("Tokens!", {"token", "##s", "!"})
    (('[CLS]', 'token', '##s', '!', '[SEP]'), False)
    """
    all_pieces = _pieces(whole_text(sentence[:MOST_CHARACTERS]), vocabulary)
    inside = tuple(islice(all_pieces, MOST_TOKENS - 2))
    is_cut = len(sentence) > MOST_CHARACTERS or next(all_pieces, None) is not None
    return (START, *inside, END), is_cut


def _pieces(text: str, vocabulary: Container[str]) -> Iterator[str]:
    for part in _SPECIAL.split(text):
        if _SPECIAL.fullmatch(part):
            yield part
        else:
            for word in words(part):
                yield from pieces(word, vocabulary)


def words(text: str) -> list[str]:
    """Words and punctuation marks in lower case, without accents; every ideograph is a word.

    >>> words("Zürich, 猫猫")
    ['zurich', ',', '猫', '猫']
    """
    spaced = "".join(f" {sign} " if _is_ideograph(sign) else sign for sign in _visible(text))
    letters = (sign for sign in unicodedata.normalize("NFD", spaced) if unicodedata.category(sign) != "Mn")
    lower = "".join(sign.lower() for sign in letters)  # one at a time: a final sigma stays σ
    return "".join(f" {sign} " if _is_punctuation(sign) else sign for sign in lower).split()


def pieces(word: str, vocabulary: Container[str]) -> tuple[str, ...]:
    """A word as the longest known pieces from its beginning on; UNKNOWN where they do not spell all of it.

    >>> pieces("encodings", {"encoding", "##s", "##ings", "enc"})
    ('encoding', '##s')
    """
    found: list[str] = []
    start = 0
    while start < len(word) <= LONGEST_WORD:
        begins = CONTINUES if start else ""
        ends = range(len(word), start, -1)
        end = next((end for end in ends if begins + word[start:end] in vocabulary), None)
        if end is None:
            return (UNKNOWN,)
        found.append(begins + word[start:end])
        start = end
    return tuple(found) or (UNKNOWN,)


def _visible(text: str) -> Iterator[str]:
    """Without control and formatting characters; what separates words is a space."""
    for sign in text:
        if sign in "\t\n\r" or unicodedata.category(sign)[0] == "Z":
            yield " "
        elif sign != "\ufffd" and unicodedata.category(sign) not in _REMOVED:
            yield sign


def _is_ideograph(sign: str) -> bool:
    return any(first <= ord(sign) <= last for first, last in _IDEOGRAPHS)


def _is_punctuation(sign: str) -> bool:
    """Marks of Unicode, and all of ASCII that is neither letter, digit nor space, such as $."""
    return unicodedata.category(sign)[0] == "P" or (sign.isascii() and not sign.isalnum() and not sign.isspace())
