"""What a linear probe reads back of a word and its position, when the two are added or put side by side."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from core.inputs.parameter import D_MODEL, check_whole
from core.schemes.sinusoidal import sinusoidal
from core.words.probe import PENALTY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

WORDS, POSITIONS = 200, 64
TRAINED, TESTED = 9000, 1000  # of the 12,800 pairs of a word and a position
ITEMS = WORDS + POSITIONS
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


@lru_cache(maxsize=1024)  # all ways at all widths cost 80 ms of processor time
def read_back(way: Way, d_model: int, *, base: float = 10_000.0, scale: float = 1.0, seed: int = 0) -> ReadBack:
    """Train a ridge probe on 9,000 pairs of a random word and a position, and test it on 1,000 others.

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
    own = check_whole(d_model, "d_model", least=2) // (2 if way is Way.HALVES else 1)
    shares = _measured(way.apart, way is Way.SCALED, own, base, scale, check_whole(seed, "seed", least=0))
    return ReadBack(d_model, way, *shares)


@lru_cache(maxsize=1024)  # halves of 2d are the whole of d
def _measured(
    apart: bool, scaled: bool, own: int, base: float, scale: float, seed: int
) -> tuple[float, float, float]:
    """Shares of positions and words read right, and the mean distance of a position read from the true one."""
    encoding, likeness = _encoding(own, base, scale)
    centred, times = _pairs(seed).centred, float(np.sqrt(own)) if scaled else 1.0
    if apart:
        parts = _parts_apart(_basis(seed, own), encoding, likeness, centred)
    elif own < WORDS:
        parts = _parts_of_sum(np.concatenate([times * _words(seed, own), encoding]), likeness, centred)
    else:
        parts = _parts_of_wide_sum(_wide(seed, own), encoding, likeness, centred, times)
    return _told(parts, likeness, _pairs(seed))


@lru_cache(maxsize=2)  # at one width for three ways, 0.3 MB each
def _encoding(own: int, base: float, scale: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Of all positions, shape (POSITIONS, own), and their dot products with each other."""
    encoding = sinusoidal(POSITIONS, own, base=base, scale=scale)
    return encoding, encoding @ encoding.T


def embeddings(features: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Random words of length about 1, shape (WORDS, features)."""
    words: NDArray[np.float64] = rng.standard_normal((WORDS, D_MODEL.check(features))) / np.sqrt(features)
    return words


@dataclass(frozen=True)
class _Pairs:
    """Which pairs of a word and a position are trained on and tested on.

    Parameters
    ----------
    counts : ndarray of shape (ITEMS,)
        Pairs trained on with each word, then with each position.
    centred : ndarray of shape (ITEMS, ITEMS)
        Pairs trained on with both, less what would be expected of the counts; 0 for two words or two positions.
    word, position : ndarray of int, shape (TESTED,)
        Pairs tested on.
    state : mapping
        Of the generator that goes on to draw the words.
    """

    counts: NDArray[np.float64]
    centred: NDArray[np.float64]
    word: NDArray[np.intp]
    position: NDArray[np.intp]
    state: Any


@lru_cache(maxsize=4)  # 0.6 MB
def _pairs(seed: int) -> _Pairs:
    rng = np.random.default_rng(seed)
    rank = rng.permutation(WORDS * POSITIONS).reshape(WORDS, POSITIONS)
    seen = (rank < TRAINED).astype(float)
    counts = np.concatenate([seen.sum(axis=1), seen.sum(axis=0)])
    pairs = np.diag(counts)
    pairs[:WORDS, WORDS:], pairs[WORDS:, :WORDS] = seen, seen.T
    word, position = np.nonzero((rank >= TRAINED) & (rank < TRAINED + TESTED))
    return _Pairs(counts, pairs - np.outer(counts, counts) / TRAINED, word, position, rng.bit_generator.state)


@lru_cache(maxsize=16)  # two seeds at all widths, 3 MB
def _words(seed: int, own: int) -> NDArray[np.float64]:
    """Embeddings of so many features, shape (WORDS, own)."""
    rng = np.random.default_rng()
    rng.bit_generator.state = _pairs(seed).state
    return embeddings(own, rng)


@dataclass(frozen=True)
class _Wide:
    r"""What `_parts_of_wide_sum` needs of at least as many features as words.

    Parameters
    ----------
    words, dual : ndarray of shape (WORDS, own)
        E, and (EEᵀ)⁻¹E.
    vectors : ndarray of shape (WORDS, WORDS)
        V, with :math:`V(\Theta + \lambda)^{-1}V^T` the inverse of K̃ + λ(EEᵀ)⁻¹.
    values : ndarray of shape (WORDS,)
        The diagonal of Θ.
    turned : ndarray of shape (WORDS, WORDS)
        VᵀK̃.
    varying : float
        Variance of the words over all features, times the pairs.
    positions : ndarray of shape (POSITIONS, POSITIONS)
        Pseudo-inverse of the positions' part of K.
    shift : ndarray of shape (POSITIONS, WORDS)
        The same times the part of K between positions and words.
    """

    words: NDArray[np.float64]
    dual: NDArray[np.float64]
    vectors: NDArray[np.float64]
    values: NDArray[np.float64]
    turned: NDArray[np.float64]
    varying: float
    positions: NDArray[np.float64]
    shift: NDArray[np.float64]


@lru_cache(maxsize=4)  # two seeds at both widths, 2 MB each
def _wide(seed: int, own: int) -> _Wide:
    words, centred = _words(seed, own), _pairs(seed).centred
    positions = np.linalg.pinv(centred[WORDS:, WORDS:], hermitian=True).astype(np.float64)
    shift: NDArray[np.float64] = positions @ centred[WORDS:, :WORDS]
    left = centred[:WORDS, :WORDS] - centred[:WORDS, WORDS:] @ shift  # K̃: what positions do not account for
    squares, sides = np.linalg.eigh(words @ words.T)
    root = sides * np.sqrt(squares)
    values, turn = np.linalg.eigh(root.T @ left @ root)
    vectors = root @ turn
    varying = float((words * (centred[:WORDS, :WORDS] @ words)).sum())
    dual: NDArray[np.float64] = (sides / squares) @ (sides.T @ words)
    return _Wide(words, dual, vectors, np.maximum(values, 0), vectors.T @ left, varying, positions, shift)


@dataclass(frozen=True)
class _Basis:
    """Embeddings turned so that their features do not vary together over the pairs trained on.

    Parameters
    ----------
    words : ndarray of shape (WORDS, m)
        m is at most WORDS; all dot products are those of the embeddings.
    counted : ndarray of shape (ITEMS, m)
        Centred counts times the words.
    varying : ndarray of shape (m,)
        Variance of each feature times the pairs.
    features : int
        Of the embeddings.
    """

    words: NDArray[np.float64]
    counted: NDArray[np.float64]
    varying: NDArray[np.float64]
    features: int


@lru_cache(maxsize=16)  # two seeds at all widths, 9 MB; what does not depend on the encoding
def _basis(seed: int, own: int) -> _Basis:
    words, centred = _flat(_words(seed, own)), _pairs(seed).centred
    varying, turn = np.linalg.eigh(words.T @ centred[:WORDS, :WORDS] @ words)
    words = words @ turn
    return _Basis(words, centred[:, :WORDS] @ words, np.maximum(varying, 0), own)


def _flat(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """The same dot products in no more features than there are rows."""
    if rows.shape[1] <= len(rows):
        return rows
    squares, sides = np.linalg.eigh(rows @ rows.T)
    flat: NDArray[np.float64] = sides * np.sqrt(np.maximum(squares, 0))
    return flat


def _parts_of_sum(
    rows: NDArray[np.float64], likeness: NDArray[np.float64], centred: NDArray[np.float64]
) -> NDArray[np.float64]:
    r"""What a word or a position contributes to each score where both are added, shape (ITEMS, ITEMS).

    The scores are of every word, and dot products with every position's encoding. Each input is a word's row plus a
    position's, so with an indicator matrix Z of the training pairs X = ZM, Y = ZT, and the centred ZᵀZ is a small
    matrix K of counts. Then MW = M (MᵀKM + λ)⁻¹ MᵀKT: ridge regression at a cost that does not follow the rows.
    """
    features = rows.shape[1]
    counted = centred @ rows  # KM
    moments = rows.T @ counted
    ridge = PENALTY * float(np.trace(moments)) / features * np.eye(features)
    return rows @ np.linalg.solve(moments + ridge, _targeted(counted.T, likeness))


def _parts_of_wide_sum(
    wide: _Wide,
    encoding: NDArray[np.float64],
    likeness: NDArray[np.float64],
    centred: NDArray[np.float64],
    times: float,
) -> NDArray[np.float64]:
    r"""As `_parts_of_sum`, for words of many features, times a number; but for what every score has in common.

    Where G has an inverse, MW = (K + λG⁻¹)⁻¹ KT, and the encoding enters by a matrix of rank POSITIONS alone:
    λG⁻¹ = diag(λ(EEᵀ)⁻¹, 0) + λZS⁻¹Zᵀ with Z = (-R, 1), R = (EEᵀ)⁻¹EPᵀ and S = PPᵀ - PEᵀR. The inverse of K and the
    first term is known beforehand, and that of the sum follows by Woodbury's identity [1]_, which needs no S⁻¹.

    References
    ----------
    .. [1] Hager 1989, https://doi.org/10.1137/1031049
    """
    encoding = encoding - encoding.mean(axis=0)  # K takes no notice of a common row
    across, reading = times * wide.words @ encoding.T, wide.dual @ encoding.T / times  # (WORDS, POSITIONS)
    between, own = centred[:WORDS, WORDS:], centred[WORDS:, WORDS:]
    products = encoding @ encoding.T
    varying = times**2 * wide.varying + float(2 * (between * across).sum() + (own * products).sum())
    ridge = PENALTY * varying / wide.words.shape[1]
    shrunk = wide.vectors / (wide.values + ridge / times**2)
    known = np.zeros((ITEMS, ITEMS))  # without λZS⁻¹Zᵀ
    known[:WORDS, :WORDS] = shrunk @ wide.turned
    known[WORDS:, :WORDS] = wide.shift - wide.shift @ known[:WORDS, :WORDS]
    known[WORDS:, WORDS:] = likeness - likeness.mean(axis=0)
    words = -shrunk @ (wide.vectors.T @ (reading + wide.shift.T))
    update = np.concatenate([words, wide.positions - wide.shift @ words])  # of Z
    left = (products - across.T @ reading) / ridge + update[WORDS:] - reading.T @ update[:WORDS]
    missing = np.linalg.solve(left + 1, known[WORDS:] - reading.T @ known[:WORDS])  # + 1 where it is 0: in common
    found: NDArray[np.float64] = known - update @ missing
    return found


def _parts_apart(
    basis: _Basis, encoding: NDArray[np.float64], likeness: NDArray[np.float64], centred: NDArray[np.float64]
) -> NDArray[np.float64]:
    """As `_parts_of_sum` where word and position have features of their own, the words' solved for beforehand."""
    encoding = _flat(encoding)
    counted = centred[:, WORDS:] @ encoding  # (ITEMS, q)
    moments, across = encoding.T @ counted[WORDS:], basis.counted[WORDS:].T @ encoding  # (q, q), (m, q)
    ridge = PENALTY * float(np.trace(moments) + basis.varying.sum()) / (2 * basis.features)
    targets, of_words = _targeted(counted.T, likeness), _targeted(basis.counted.T, likeness)
    shrunk = across / (basis.varying + ridge)[:, None]
    left = moments + ridge * np.eye(len(moments)) - shrunk.T @ across
    weights = np.linalg.solve(left, targets - shrunk.T @ of_words)
    for_words = (of_words - across @ weights) / (basis.varying + ridge)[:, None]
    return np.concatenate([basis.words @ for_words, encoding @ weights])


def _targeted(counted: NDArray[np.float64], likeness: NDArray[np.float64]) -> NDArray[np.float64]:
    """Times the targets: which word; which position, as its likeness to every position."""
    return np.concatenate([counted[:, :WORDS], counted[:, WORDS:] @ likeness], axis=1)


def _told(parts: NDArray[np.float64], likeness: NDArray[np.float64], pairs: _Pairs) -> tuple[float, float, float]:
    """Shares of positions and words read right, and the mean distance of positions, in the pairs tested on."""
    level = pairs.counts @ parts / TRAINED  # (ITEMS,) the mean of every score over the pairs trained on
    wanted = np.concatenate([pairs.counts[:WORDS], pairs.counts[WORDS:] @ likeness]) / TRAINED
    by_word, by_position = np.split(parts + (wanted - level) / 2, [WORDS])
    by_position[:, WORDS:] -= likeness.diagonal() / 2  # the largest of r·e - e²/2 is of the e nearest to r
    words = _largest(by_word[:, :WORDS], by_position[:, :WORDS], pairs.word, pairs.position)
    positions = _largest(by_position[:, WORDS:], by_word[:, WORDS:], pairs.position, pairs.word)
    missed = np.abs(positions - pairs.position)  # tokens
    return float(np.mean(missed == 0)), float(np.mean(words == pairs.word)), float(missed.mean())


def _largest(
    own: NDArray[np.float64], others: NDArray[np.float64], wanted: NDArray[np.intp], other: NDArray[np.intp]
) -> NDArray[np.intp]:
    """Where own[wanted] + others[other] is largest, for every pair, shape (TESTED,).

    Where own[i, i] leads the rest of row i by more than the others can take back, there is no need to look.
    """
    rest = own.copy()
    np.fill_diagonal(rest, -np.inf)
    lead = own.diagonal() - rest.max(axis=1)
    behind = others.max(axis=1, keepdims=True) - others
    doubtful = np.flatnonzero(lead[wanted] <= behind[other, wanted])
    scores = own.take(wanted[doubtful], axis=0)
    scores += others.take(other[doubtful], axis=0)
    found = wanted.copy()
    found[doubtful] = scores.argmax(axis=1)
    return found
