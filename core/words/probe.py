"""Linear probes: what an affine map can read back from vectors.

Where each vector is a word's row plus a position's row, training takes time that depends on the number of words and
positions, not on the number of examples: with an indicator matrix Z of shape (examples, ITEMS), inputs are X = ZM
and targets Y = ZT, so all that is needed of the examples is K, the centred ZᵀZ, a small matrix of counts.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.inputs.checked import checked
from core.inputs.parameter import D_MODEL
from core.numeric.twins import fast

PENALTY = 1e-6
"""Ridge in units of the inputs' mean variance: just enough to make the solution unique."""


@dataclass(frozen=True)
class Probe:
    """An affine map learned from examples."""

    weights: NDArray[np.float64]  # (d, k)
    offset: NDArray[np.float64]  # (k,)

    def read(self, inputs: NDArray[np.float64]) -> NDArray[np.float64]:
        """Readings from rows of shape (n, d): shape (n, k), in the unit of the targets."""
        return inputs @ self.weights + self.offset


def fit_probe(
    inputs: NDArray[np.float64], targets: NDArray[np.float64], *, penalty: float = PENALTY
) -> Probe:  # inputs: (n, d), targets: (n, k)
    """Ridge regression with a free offset.

    Source: Hoerl and Kennard 1970, https://doi.org/10.1080/00401706.1970.10488634
    """
    centre, middle = inputs.mean(axis=0), targets.mean(axis=0)
    centred_inputs = inputs - centre
    moments = centred_inputs.T @ centred_inputs  # (d, d)
    ridge = penalty * ridge_unit(moments) * np.eye(len(moments))
    weights = np.linalg.solve(moments + ridge, centred_inputs.T @ (targets - middle))
    return Probe(weights, middle - centre @ weights)


def ridge_unit(moments: NDArray[np.float64]) -> float:
    """Mean of the diagonal; 1 if nothing varies, where any positive ridge gives zero weights."""
    return float(np.trace(moments)) / len(moments) or 1.0


def nearest_rows(
    readings: NDArray[np.float64], table: NDArray[np.float64]
) -> NDArray[np.intp]:  # readings: (..., k), table: (m, k); → (...)
    """The row of a table that each reading is closest to."""
    return np.argmax(readings @ table.T - (table**2).sum(axis=1) / 2, axis=-1)


WORDS, POSITIONS = 200, 64
ITEMS = WORDS + POSITIONS  # rows: the words, then the positions
TRAIN_PAIRS, TEST_PAIRS = 9000, 1000  # of the 12,800 pairs of a word and a position
CHUNK = 64  # examples scored at once: 100 kB, which the allocator reuses


@dataclass(frozen=True)
class Examples:
    """Pairs of a word and a position to train and to test on."""

    counts: NDArray[np.float64]  # (ITEMS,) training examples with each word, then with each position
    in_training: NDArray[np.float64]  # (WORDS, POSITIONS) 1 for a pair that is trained on, else 0
    word: NDArray[np.intp]  # (TEST_PAIRS,) of the test examples
    position: NDArray[np.intp]  # (TEST_PAIRS,) of the test examples
    state: Any  # of the random generator after the draw; the words continue from it

    def count(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """K times rows of shape (ITEMS, n): sums over the training examples, minus what the means account for."""
        sums = self.counts[:, None] * rows
        sums[:WORDS] += self.in_training @ rows[WORDS:]
        sums[WORDS:] += self.in_training.T @ rows[:WORDS]
        sums -= np.outer(self.counts, self.counts @ rows / TRAIN_PAIRS)
        return sums


@lru_cache(maxsize=4)  # 0.1 MB each
def draw_examples(seed: int) -> Examples:
    """A random choice of TRAIN_PAIRS training and TEST_PAIRS test examples."""
    rng = np.random.default_rng(seed)
    rank = rng.permutation(WORDS * POSITIONS).reshape(WORDS, POSITIONS)
    in_training = (rank < TRAIN_PAIRS).astype(float)
    counts = np.concatenate([in_training.sum(axis=1), in_training.sum(axis=0)])
    word, position = np.nonzero((rank >= TRAIN_PAIRS) & (rank < TRAIN_PAIRS + TEST_PAIRS))
    return Examples(counts, in_training, word, position, rng.bit_generator.state)


@lru_cache(maxsize=16)  # two seeds at all widths, 3 MB
def word_vectors(seed: int, features: int) -> NDArray[np.float64]:
    """Embeddings that belong to `draw_examples(seed)`, shape (WORDS, features)."""
    rng = np.random.default_rng()
    rng.bit_generator.state = draw_examples(seed).state
    return random_embeddings(features, rng)


@checked(features=D_MODEL.check)
def random_embeddings(features: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Random words of length about 1, shape (WORDS, features)."""
    return rng.standard_normal((WORDS, features)) / np.sqrt(features)


def _fit_scores(
    words: NDArray[np.float64], encoding: NDArray[np.float64], examples: Examples, *, apart: bool
) -> NDArray[np.float64]:
    """Train the probe on one row for each example; what each word and each position contributes to every score."""
    rows = _side_by_side(words, encoding) if apart else np.concatenate([words, encoding])
    word, position = np.nonzero(examples.in_training)
    targets = np.hstack([np.eye(WORDS)[word], (encoding @ encoding.T)[position]])
    return rows @ fit_probe(rows[word] + rows[WORDS + position], targets).weights


@fast(plain=_fit_scores, within=1e-6)  # of nearly singular moments
def fit_scores(
    words: NDArray[np.float64], encoding: NDArray[np.float64], examples: Examples, *, apart: bool
) -> NDArray[np.float64]:  # (ITEMS, ITEMS) up to a constant for each score, which `read_right` adds
    r"""Train the probe; what each word and each position contributes to every score.

    Scores are of every word, and dot products with every position's encoding. Ridge regression gives them as
    :math:`M (M^T K M + \lambda)^{-1} M^T K T`, which is :math:`(M M^T K + \lambda)^{-1} M M^T K T`: the
    smaller system is solved.

    Source: Henderson and Searle 1981, section 1, https://doi.org/10.1137/1023004
    """
    features = words.shape[1] * (2 if apart else 1)
    similarities = encoding @ encoding.T
    if features < WORDS:
        rows = _side_by_side(words, encoding) if apart else np.concatenate([words, encoding])  # M
        sums = examples.count(rows).T  # MᵀK
        return rows @ _ridge(sums @ rows, _targets(sums, similarities), features)
    across = 0 if apart else words @ encoding.T
    sums = examples.count(_products(words @ words.T, across, similarities)).T  # MMᵀK, of the same trace as MᵀKM
    return _ridge(sums, _targets(sums, similarities), features)


def _ridge(moments: NDArray[np.float64], targets: NDArray[np.float64], features: int) -> NDArray[np.float64]:
    """Solve for the targets; the moments are overwritten, since memory is a third of the time at this size."""
    moments.flat[:: len(moments) + 1] += PENALTY * np.trace(moments) / features
    solution = np.linalg.solve(moments, targets)
    return solution.astype(np.float64, copy=False)


def _targets(sums: NDArray[np.float64], similarities: NDArray[np.float64]) -> NDArray[np.float64]:
    """Counts times T: which word, and the similarity of the position to every position."""
    targets = sums.copy()
    targets[:, WORDS:] = sums[:, WORDS:] @ similarities
    return targets


def _products(
    of_words: NDArray[np.float64], across: NDArray[np.float64] | int, of_positions: NDArray[np.float64]
) -> NDArray[np.float64]:
    """MMᵀ from its blocks."""
    products = np.empty((ITEMS, ITEMS))
    products[:WORDS, :WORDS], products[WORDS:, WORDS:] = of_words, of_positions
    products[:WORDS, WORDS:] = across
    products[WORDS:, :WORDS] = products[:WORDS, WORDS:].T
    return products


def _side_by_side(words: NDArray[np.float64], encoding: NDArray[np.float64]) -> NDArray[np.float64]:
    """Rows whose first features are the word's and whose last are the position's."""
    rows = np.zeros((ITEMS, words.shape[1] + encoding.shape[1]))
    rows[:WORDS, : words.shape[1]], rows[WORDS:, words.shape[1] :] = words, encoding
    return rows


def read_right(
    scores: NDArray[np.float64],  # (ITEMS, ITEMS) from `fit_scores`
    similarities: NDArray[np.float64],  # (POSITIONS, POSITIONS)
    examples: Examples,
) -> tuple[float, float, float]:
    """Shares of positions and of words read exactly right in the test examples, and the mean error of positions,
    tokens.
    """
    counts = examples.counts
    mean = counts @ scores / TRAIN_PAIRS  # (ITEMS,) of every score over the training examples
    mean_targets = np.concatenate([counts[:WORDS], counts[WORDS:] @ similarities]) / TRAIN_PAIRS
    constant = mean_targets - mean
    constant[WORDS:] -= similarities.diagonal() / 2  # r·e - e²/2 is largest for the e nearest to r
    highest = _highest(scores[:WORDS] + constant, scores[WORDS:], examples)  # (TEST_PAIRS, 2)
    errors = np.abs(highest[:, 1] - examples.position)  # tokens
    return float(np.mean(errors == 0)), float(np.mean(highest[:, 0] == examples.word)), float(errors.mean())


def _highest(
    by_word: NDArray[np.float64], by_position: NDArray[np.float64], examples: Examples
) -> NDArray[np.intp]:
    """Word and position with the highest score in each test example, shape (TEST_PAIRS, 2)."""
    highest = np.empty((TEST_PAIRS, 2), np.intp)
    for start in range(0, TEST_PAIRS, CHUNK):
        chunk = slice(start, start + CHUNK)
        scores = by_word[examples.word[chunk]]
        scores += by_position[examples.position[chunk]]
        highest[chunk, 0] = scores[:, :WORDS].argmax(axis=1)
        highest[chunk, 1] = scores[:, WORDS:].argmax(axis=1)
    return highest
