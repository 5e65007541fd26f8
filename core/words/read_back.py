"""How well a linear probe reads a word and its position from one vector, added or concatenated."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from core.inputs.checked import checked
from core.inputs.parameter import whole
from core.numeric.once import computed_once
from core.schemes.sinusoidal import sinusoidal
from core.words.probe import POSITIONS, draw_examples, fit_scores, read_right, word_vectors

WIDTHS = (8, 16, 32, 64, 128, 256, 512)  # d_model, features


class Way(StrEnum):
    """How a word's embedding and a position's encoding become one vector."""

    ADDED = "added"
    SCALED = "added, word × √d"
    HALVES = "apart, d/2 + d/2"
    WHOLE = "apart, d + d"

    @property
    def features(self) -> float:
        """Length of the vector in units of d_model."""
        return 2 if self is Way.WHOLE else 1

    @property
    def apart(self) -> bool:
        """Whether word and position have separate features."""
        return self in (Way.HALVES, Way.WHOLE)


@dataclass(frozen=True)
class ReadBack:
    """How well the probe does on examples that it was not trained on."""

    d_model: int  # features
    way: Way
    position: float  # shares read exactly right
    word: float  # shares read exactly right
    error: float  # mean distance of the position read from the true one, tokens


def across_widths(*, base: float = 10_000.0, scale: float = 1.0, seed: int = 0) -> Iterator[tuple[ReadBack, ...]]:
    """All ways at every width, one width at a time; results are cached."""
    for d_model in WIDTHS:
        yield tuple(read_back(way, d_model, base=base, scale=scale, seed=seed) for way in Way)


@lru_cache(maxsize=1024)  # all ways at all widths cost 60 ms of processor time
@checked(whole("d_model", least=2))
def read_back(way: Way, d_model: int, *, base: float = 10_000.0, scale: float = 1.0, seed: int = 0) -> ReadBack:
    """Train a ridge probe on 9,000 pairs of a random word and a position, and test it on 1,000 others.

    The position read is the one whose encoding is nearest to the probe's reading; the word is the
    one with the highest score. Embeddings are normal with variance 1 over their number of features.
    """
    features = d_model // (2 if way is Way.HALVES else 1)  # of a word
    return ReadBack(d_model, way, *_measure(way.apart, way is Way.SCALED, features, base, scale, seed))


@computed_once(most=1024)  # HALVES of 2d and WHOLE of d are the same experiment
def _measure(
    apart: bool, is_scaled: bool, features: int, base: float, scale: float, seed: int
) -> tuple[float, float, float]:
    """Shares of positions and words read right, and the mean distance of a position read from the true one."""
    encoding, similarities = _encoding(features, base, scale)
    words = word_vectors(seed, features) * (np.sqrt(features) if is_scaled else 1)
    examples = draw_examples(seed)
    return read_right(fit_scores(words, encoding, examples, apart=apart), similarities, examples)


@lru_cache(maxsize=8)  # 0.3 MB each at most; shared by all ways of a width
def _encoding(features: int, base: float, scale: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The encoding of every position, a row each, and the dot products of all pairs of rows."""
    encoding = sinusoidal(POSITIONS, features, base=base, scale=scale)
    return encoding, encoding @ encoding.T
