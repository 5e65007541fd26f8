"""Position ids that training and serving code gives to a sentence, the right ones and the usual mistakes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.words.minilm.model import ROWS, Run, run
from core.words.minilm.wordpiece import MOST_TOKENS

FAR = 100  # tokens
MOST_IN_ADDRESS = 4 * MOST_TOKENS  # characters of ids: three digits and a comma each


@dataclass(frozen=True)
class Numbering:
    """A way to number the tokens of a sentence."""

    position_ids: Callable[[int], NDArray[np.int_]]  # takes the number of tokens n, returns the ids (n,)
    positions: bool = True  # whether the table is added at all

    def read(self, sentence: str) -> Run:
        """What the model makes of a sentence that is numbered in this way."""
        ids = self.position_ids(len(run(sentence).tokens))
        return run(sentence, ids, positions=self.positions)


NUMBERINGS: Mapping[str, Numbering] = {
    "right": Numbering(np.arange),
    "off": Numbering(np.arange, positions=False),
    "from 100": Numbering(lambda n: FAR + np.arange(n)),
    # a row is padded on the left to the longest of its batch, and the padding is counted
    "left padding": Numbering(lambda n: MOST_TOKENS - n + np.arange(n)),
    # sentences fill a row of the table's length, and this last one does not start again at 0
    "packed without a new start": Numbering(lambda n: ROWS - n + np.arange(n)),
    "all 0": Numbering(lambda n: np.zeros(n, int)),
    "reversed": Numbering(lambda n: np.arange(n)[::-1]),
}


def position_ids(
    text: str,  # untrusted: a name of `NUMBERINGS`, or whole numbers with commas between them
    n: int,  # number of tokens
) -> NDArray[np.int_]:  # (n,)
    """Position ids that an address names, one for each token, within the table.

    An id that is missing or no number goes on from the one before, the first one at 0.

    >>> position_ids("7,x,2,900", 6).tolist()
    [7, 8, 2, 511, 511, 511]
    """
    if text in NUMBERINGS:
        return NUMBERINGS[text].position_ids(n)
    ids: list[int] = []
    for number in range(n):
        part, _, text = text[:MOST_IN_ADDRESS].partition(",")
        goes_on = ids[-1] + 1 if number else 0
        ids.append(min(int(part) if part.isascii() and part.isdigit() else goes_on, ROWS - 1))
    return np.array(ids)


def numbering_of(ids: ArrayLike) -> str:
    """The name of a numbering that gives these ids, else the ids with commas between them.

    >>> numbering_of([0, 1, 2]), numbering_of([0, 1, 5])
    ('right', '0,1,5')
    """
    numbers = np.asarray(ids)
    names = (name for name, each in NUMBERINGS.items() if np.array_equal(each.position_ids(len(numbers)), numbers))
    return next(names, ",".join(map(str, numbers)))
