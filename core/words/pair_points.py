"""Words in one pair of features: their embeddings are points, and position moves them on a circle around them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.frequencies import inverse_frequencies
from core.sinusoidal.hands import pairs_shown
from core.words.embedding import embed


@dataclass(frozen=True)
class PairReading:
    """One word at one position in one pair of features."""

    pair: int  # its features are 2 · pair and 2 · pair + 1
    x: float  # of the embedding
    y: float  # of the embedding
    sum_x: float  # of embedding plus encoding
    sum_y: float  # of embedding plus encoding
    wavelength: float  # of the pair, tokens


@dataclass(frozen=True)
class PairPoints:
    """Embeddings of words in several pairs of features."""

    pairs: NDArray[np.int_]  # (pairs,)
    frequencies: NDArray[np.float64]  # (pairs,) radians per token
    points: NDArray[np.float64]  # (words, pairs, 2) dimensionless

    def nearest(self, pair: int) -> int:
        """Index of the pair closest to the requested one."""
        return int(np.argmin(np.abs(self.pairs - pair)))

    def reading(self, word: int, position: int, index: int) -> PairReading:
        """A word at a position, in the pair with an index."""
        x, y = map(float, self.points[word, index])
        turn = position * self.frequencies[index]  # radians
        wavelength = float(2 * np.pi / self.frequencies[index])
        return PairReading(
            int(self.pairs[index]), x, y, x + float(np.sin(turn)), y + float(np.cos(turn)), wavelength
        )

    def circle(self, word: int, positions: int, index: int) -> NDArray[np.float64]:
        """A word at positions 0 … positions - 1 in the pair with an index, shape (positions, 2)."""
        turns = np.arange(positions) * self.frequencies[index]  # radians
        hand: NDArray[np.float64] = np.stack([np.sin(turns), np.cos(turns)], axis=1)
        return self.points[word, index] + hand


def pair_points(
    words: Sequence[str],
    d_model: int,
    most: int,  # pairs, at least 1
    *,
    base: float = 10_000.0,
    scale: float = 1.0,
    seed: int = 0,
    is_scaled: bool = True,
) -> PairPoints:
    """Embeddings of words in at most `most` pairs, evenly spread."""
    pairs = pairs_shown(d_model, most, first=0, is_spread=True)
    rows = embed(words, d_model, seed=seed, is_scaled=is_scaled)
    points = np.stack([rows[:, 2 * pairs], rows[:, 2 * pairs + 1]], axis=-1)
    return PairPoints(pairs, inverse_frequencies(d_model, base)[pairs] / scale, points)
