"""What a linear probe reads back of a word and its position, when the two are added or put side by side."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from core.parameter import D_MODEL, check_whole
from core.probe import PENALTY
from core.schemes.sinusoidal import sinusoidal

WORDS, POSITIONS = 200, 64
TRAINED, TESTED = 9000, 3000  # of the 12,800 pairs of a word and a position
WIDTHS = (8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512)  # d_model, features


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
        """Whether word and position have features of their own."""
        return self in (Way.HALVES, Way.WHOLE)


@dataclass(frozen=True)
class ReadBack:
    """How well the probe does on pairs that it was not trained on.

    Parameters
    ----------
    d_model : int
        Features.
    way : Way
    position, word : float
        Shares read exactly right.
    error : float
        Mean distance of the position read from the true one, tokens.
    """

    d_model: int
    way: Way
    position: float
    word: float
    error: float


def across_widths(*, base: float = 10_000.0, scale: float = 1.0, seed: int = 0) -> Iterator[tuple[ReadBack, ...]]:
    """All ways at every width, one width at a time; a width computed once is remembered.

    Parameters
    ----------
    base, scale : float
        As in `core.schemes.sinusoidal.sinusoidal`.
    seed : int
        Of embeddings and split, at least 0.

    Yields
    ------
    row : tuple of ReadBack
        One for each way.
    """
    for d_model in WIDTHS:
        yield tuple(read_back(way, d_model, base=base, scale=scale, seed=seed) for way in Way)


@lru_cache(maxsize=4096)  # four ways at all widths cost 0.7 s of processor time
def read_back(way: Way, d_model: int, *, base: float = 10_000.0, scale: float = 1.0, seed: int = 0) -> ReadBack:
    """Train a ridge probe on 9,000 pairs of a random word and a position, and test it on 3,000 others.

    The position read is the one whose encoding is nearest to the probe's reading; the word is the
    one with the highest score. Embeddings are normal with variance 1 over their number of features.

    Parameters
    ----------
    way : Way
    d_model : int
        Features, at least 2.
    base, scale : float
        As in `core.schemes.sinusoidal.sinusoidal`.
    seed : int
        Of embeddings and split, at least 0.

    Returns
    -------
    result : ReadBack

    Raises
    ------
    ValueError
        If an argument is not valid.
    """
    rng = np.random.default_rng(check_whole(seed, "seed", least=0))
    trained, (word, position) = _split(rng)
    own = check_whole(d_model, "d_model", least=2) // (2 if way is Way.HALVES else 1)
    words, encoding = embeddings(own, rng), sinusoidal(POSITIONS, own, base=base, scale=scale)
    likeness = encoding @ encoding.T  # (POSITIONS, POSITIONS)
    products = _products(words * (np.sqrt(own) if way is Way.SCALED else 1), encoding, apart=way.apart)
    parts, offset = _readings(products, likeness, trained, features=way.features * d_model)
    readings = parts[word] + parts[WORDS + position] + offset  # (TESTED, WORDS + POSITIONS)
    right = readings[:, :WORDS].argmax(axis=1) == word
    missed = np.abs((readings[:, WORDS:] - np.diag(likeness) / 2).argmax(axis=1) - position)  # tokens
    return ReadBack(d_model, way, float(np.mean(missed == 0)), float(right.mean()), float(missed.mean()))


def embeddings(features: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Random words of length about 1, shape (WORDS, features)."""
    words: NDArray[np.float64] = rng.standard_normal((WORDS, D_MODEL.check(features))) / np.sqrt(features)
    return words


def _split(rng: np.random.Generator) -> tuple[NDArray[np.bool_], tuple[NDArray[np.intp], ...]]:
    """Pairs to train on as a table of shape (WORDS, POSITIONS), and word and position of those to test on."""
    rank = rng.permutation(WORDS * POSITIONS).reshape(WORDS, POSITIONS)
    return rank < TRAINED, np.nonzero((rank >= TRAINED) & (rank < TRAINED + TESTED))


def _products(words: NDArray[np.float64], encoding: NDArray[np.float64], *, apart: bool) -> NDArray[np.float64]:
    """Dot products of all words and positions with each other; those of a word with a position are 0 if apart."""
    parts = np.concatenate([words, encoding])  # (WORDS + POSITIONS, features)
    word = np.arange(len(parts)) < WORDS
    products: NDArray[np.float64] = parts @ parts.T
    return np.where(word[:, None] == word, products, 0) if apart else products


def _readings(
    products: NDArray[np.float64], likeness: NDArray[np.float64], trained: NDArray[np.bool_], *, features: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    r"""What the probe says: scores of every word, and dot products with every position's encoding.

    Each input row is a word's part plus a position's part, so with an indicator matrix Z of the
    training pairs X = ZM, Y = ZT, and the centred ZᵀZ is a small matrix K of counts. Then
    MW = G (KG + λ)⁻¹ KT with G = MMᵀ: ridge regression at a cost that follows neither rows nor features.

    Returns
    -------
    parts : ndarray of shape (WORDS + POSITIONS, WORDS + POSITIONS)
        What a word or a position contributes.
    offset : ndarray of shape (WORDS + POSITIONS,)
        Added to the sum of both.
    """
    seen = trained.astype(float)
    counts = np.concatenate([seen.sum(axis=1), seen.sum(axis=0)])  # (WORDS + POSITIONS,) pairs
    pairs = np.diag(counts)
    pairs[:WORDS, WORDS:], pairs[WORDS:, :WORDS] = seen, seen.T
    centred = pairs - np.outer(counts, counts) / TRAINED  # K
    targets = np.zeros_like(pairs)  # T: which word; which position, as its likeness to every position
    targets[:WORDS, :WORDS], targets[WORDS:, WORDS:] = np.eye(WORDS), likeness
    system = centred @ products
    ridge = PENALTY * float(np.trace(system)) / features * np.eye(len(system))
    parts = products @ np.linalg.solve(system + ridge, centred @ targets)
    return parts, counts @ (targets - parts) / TRAINED
