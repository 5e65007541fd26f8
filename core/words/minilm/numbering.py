"""Position ids that training and serving code gives to a sentence, the right ones and the usual mistakes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.words.minilm.model import ROWS, Run, run
from core.words.minilm.wordpiece import MOST_TOKENS

FAR = 100  # tokens


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
