"""What a causal mask gives away: a token can count how many it sees."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from core.inputs.parameter import LENGTH, check_whole
from core.numeric.softmax import softmax
from core.schemes.sinusoidal import floating
from core.words.probe import fit
from core.words.transformer import Layer, attention, normalised, random_layers, states

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, DTypeLike, NDArray

D_MODEL, HEADS, LAYERS = 128, 4, 2
WORDS, TOKENS = 200, 64
TRAINED, TESTED = 120, 40  # sequences of TOKENS


def shares_of_first(tokens: ArrayLike) -> NDArray[np.float64]:
    """Output at the last of t tokens, of a head that looks at all of them alike, where the first carries 1.

    The scores are all 0, so the softmax gives every token 1 / t; the others carry 0 [1]_. What a softmax divides by
    is summed up along the longest text, for every t on the way.

    Parameters
    ----------
    tokens : array_like of int, shape (n,)
        t, at least 1.

    Returns
    -------
    shares : ndarray of shape (n,)
        1 / t exactly, correctly rounded.

    Raises
    ------
    ValueError
        If one of tokens is not valid.

    References
    ----------
    .. [1] Kazemnejad et al. 2023, theorem 1, https://arxiv.org/abs/2305.19466
    """
    last = [check_whole(t, "tokens") for t in np.asarray(tokens).tolist()]
    exponential = np.exp(0.0)
    sums = np.cumsum(np.full(max(last, default=1), exponential))  # over what token 1, 2, … sees
    shares: NDArray[np.float64] = exponential / sums[np.array(last, int) - 1]
    return shares


def spread_positions(length: int, most: int) -> NDArray[np.int_]:
    """Whole numbers from 1 to length, evenly spread on a logarithmic axis; all of them where they are few.

    Parameters
    ----------
    length : int
        Tokens, at least 1.
    most : int
        At least 2.

    Returns
    -------
    positions : ndarray of int
        Ascending, at most `most`, from 1 to length.
    """
    if LENGTH.check(length) <= check_whole(most, "most", least=2):
        return np.arange(1, length + 1)
    return np.unique(np.rint(np.geomspace(1, length, most)).astype(int))


def uniform_weights(tokens: int) -> NDArray[np.float64]:
    """Causal attention whose scores are all 0: row t looks at its t tokens alike.

    Parameters
    ----------
    tokens : int
        At least 1.

    Returns
    -------
    weights : ndarray of shape (tokens, tokens)
        Rows sum to 1; 0 where masked.
    """
    seen = np.tri(check_whole(tokens, "tokens"), dtype=bool)
    return softmax(np.where(seen, 0.0, -np.inf))


@lru_cache(maxsize=16)
def first_twins(dtype: DTypeLike, most: int = 65_536) -> int | None:
    """The first t whose 1 / t and 1 / (t + 1) are the same number in a floating type.

    Parameters
    ----------
    dtype : dtype
        A floating type.
    most : int
        Tokens to look at, at least 2.

    Returns
    -------
    t : int or None
        Tokens; None if all differ.
    """
    shares = (1 / np.arange(1, check_whole(most, "most", least=2) + 1)).astype(floating(dtype))
    same = np.flatnonzero(shares[1:] == shares[:-1])
    return int(same[0]) + 1 if len(same) else None


@dataclass(frozen=True)
class Setting:
    """An untrained transformer, what it is fed, and whether it has a mask.

    Parameters
    ----------
    causal : bool
        Whether a token sees only itself and those before it.
    special : bool
        Whether every sequence begins with one token that stands nowhere else; otherwise with any word.
    seed : int
        Of embeddings, words and weights, at least 0.
    """

    causal: bool
    special: bool = True
    seed: int = 0


@dataclass(frozen=True)
class Counted:
    """What a linear probe reads in sequences that it was not trained on.

    Position is read as its logarithm: one token more changes a share of 1/t by a factor, not by an amount.

    Parameters
    ----------
    explained : tuple of float
        Share of the variance of log t that the probe explains (R²), of the input and after each layer;
        0 or less where it reads nothing.
    factors : tuple of float
        Factor by which a reading is typically off: the median of max(read / t, t / read).
    low, median, high : tuple of float
        Readings after the last layer at t = 2 … TOKENS, tokens: 10th, 50th and 90th percentile.
    """

    explained: tuple[float, ...]
    factors: tuple[float, ...]
    low: tuple[float, ...]
    median: tuple[float, ...]
    high: tuple[float, ...]


POSITIONS = np.arange(2, TOKENS + 1)
"""t where it is probed, tokens: not the first, which a special token would tell by itself."""


@lru_cache(maxsize=1024)
def count(setting: Setting) -> Counted:
    """Probe the states of a transformer without any encoding of position for log t.

    Parameters
    ----------
    setting : Setting

    Returns
    -------
    counted : Counted

    Raises
    ------
    ValueError
        If the seed is not valid.
    """
    inputs, layers = _model(setting, TRAINED + TESTED)
    logs = np.log(POSITIONS)
    readings = [_readings(state[:, 1:], logs) for state in states(inputs, layers, causal=setting.causal)]
    tokens = np.exp(readings[-1])  # (TESTED, TOKENS - 1)
    low, median, high = (tuple(map(float, row)) for row in np.quantile(tokens, (0.1, 0.5, 0.9), axis=0))
    explained = tuple(_explained(read, logs) for read in readings)
    factors = tuple(float(np.exp(np.median(np.abs(read - logs)))) for read in readings)
    return Counted(explained, factors, low, median, high)


def _model(setting: Setting, sequences: int) -> tuple[NDArray[np.float64], tuple[Layer, ...]]:
    """Embedded sequences of shape (sequences, TOKENS, D_MODEL), and layers."""
    rng = np.random.default_rng(check_whole(setting.seed, "seed", least=0))
    words = rng.standard_normal((WORDS + 1, D_MODEL)) / np.sqrt(D_MODEL)  # the last is the special one
    layers = random_layers(LAYERS, D_MODEL, HEADS, rng)
    tokens = rng.integers(WORDS, size=(sequences, TOKENS))
    if setting.special:
        tokens[:, 0] = WORDS
    return words[tokens], layers


def _readings(state: NDArray[np.float64], logs: NDArray[np.float64]) -> NDArray[np.float64]:
    """What the probe says of log t in the sequences to test on, shape (TESTED, TOKENS - 1)."""
    rows = state[:TRAINED].reshape(-1, state.shape[-1])
    probe = fit(rows, np.tile(logs, TRAINED)[:, None])
    return probe.read(state[TRAINED:])[..., 0]


def _explained(readings: NDArray[np.float64], logs: NDArray[np.float64]) -> float:
    return float(1 - np.mean((readings - logs) ** 2) / logs.var())


@dataclass(frozen=True)
class Shrinking:
    """How an average of random words gives away how many they are.

    Parameters
    ----------
    first, last : float
        Mean length of the first layer's attention output at t = 2 and at t = TOKENS, dimensionless.
    explained : float
        Share of the variance of log t that a linear probe explains in that output.
    """

    first: float
    last: float
    explained: float


@lru_cache(maxsize=256)
def shrinking(setting: Setting) -> Shrinking:
    """Look at the first attention alone, before a feed-forward part turns a length into a direction.

    Parameters
    ----------
    setting : Setting

    Returns
    -------
    shrinking : Shrinking
    """
    inputs, layers = _model(setting, TRAINED + TESTED)
    outputs = attention(normalised(inputs), layers[0], causal=setting.causal)
    sizes = np.linalg.norm(outputs, axis=-1).mean(axis=0)  # (TOKENS,)
    logs = np.log(POSITIONS)
    return Shrinking(float(sizes[1]), float(sizes[-1]), _explained(_readings(outputs[:, 1:], logs), logs))


@lru_cache(maxsize=1024)
def permutation_gap(setting: Setting) -> float:
    """Largest absolute difference between f(Px) and P f(x), for a random order P of one sequence.

    0 but for rounding means that f is permutation equivariant: the same tokens in another order get
    the same outputs, so none of them can tell where it stands.

    Parameters
    ----------
    setting : Setting

    Returns
    -------
    gap : float
        Dimensionless; the outputs are of the order of 1.
    """
    inputs, layers = _model(setting, 1)
    order = np.random.default_rng(setting.seed).permutation(TOKENS)
    *_, output = states(inputs[0], layers, causal=setting.causal)
    *_, of_permuted = states(inputs[0][order], layers, causal=setting.causal)
    return float(np.abs(of_permuted - output[order]).max())
