"""Causal attention with equal scores: the weight 1 / t tells a token how many it sees."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from core.inputs.checked import Reals, checked
from core.inputs.parameter import check_whole, whole
from core.numeric.softmax import softmax
from core.schemes.sinusoidal import floating


def _whole_tokens(tokens: ArrayLike) -> NDArray[np.int_]:
    return np.array([check_whole(t, "tokens") for t in np.asarray(tokens).tolist()], int)


@checked(tokens=_whole_tokens)
def shares_of_first(tokens: Reals) -> NDArray[np.float64]:
    """Output at token t of a causal head whose scores are all 0, where the first value is 1 and the others are 0.

    The softmax gives each of the t tokens that it sees the weight 1 / t. Its denominators for all t are one
    running sum.

    Source: Kazemnejad et al. 2023, theorem 1, https://arxiv.org/abs/2305.19466
    """
    exponential = np.exp(0.0)
    sums = np.cumsum(np.full(np.max(tokens, initial=1), exponential))  # the denominators at token 1, 2, …
    return exponential / sums[tokens - 1]


@checked(whole("most", least=2))
def log_spaced_positions(length: int, most: int) -> NDArray[np.int_]:  # ascending, at most `most`, from 1 to length
    """Whole numbers from 1 to length, evenly spaced on a logarithmic axis; all of them if length <= most."""
    if length <= most:
        return np.arange(1, length + 1)
    return np.unique(np.rint(np.geomspace(1, length, most)).astype(int))


@dataclass(frozen=True)
class ShareCurve:
    """What token t receives from the first token, at positions up to a length."""

    positions: NDArray[np.int_]  # (n,) t, tokens, from 1
    shares: NDArray[np.float64]  # (n,) from `shares_of_first`
    last: int  # the last position, tokens
    last_share: float  # what the last token receives
    error: float  # largest difference from 1 / t


def share_curve(length: int, most: int) -> ShareCurve:
    """Shares of the first token at positions from `log_spaced_positions(length, most)`."""
    positions = log_spaced_positions(length, most)
    shares = shares_of_first(positions)
    error = float(np.abs(shares - 1 / positions).max())
    return ShareCurve(positions, shares, int(positions[-1]), float(shares[-1]), error)


@checked(whole("tokens"))
def uniform_weights(
    tokens: int,  # at least 1
) -> NDArray[np.float64]:  # (tokens, tokens) Rows sum to 1; 0 where masked
    """Causal attention whose scores are all 0: row t has the weight 1 / t for each of its t tokens."""
    visible = np.tri(tokens, dtype=bool)
    return softmax(np.where(visible, 0.0, -np.inf))


@lru_cache(maxsize=16)
@checked(whole("most", least=2), dtype=floating)
def first_equal_shares(
    dtype: DTypeLike, most: int = 65_536
) -> int | None:  # tokens; None if all up to `most` differ
    """The first t whose 1 / t and 1 / (t + 1) are the same number in a floating type."""
    shares = (1 / np.arange(1, most + 1)).astype(dtype)
    same = np.flatnonzero(shares[1:] == shares[:-1])
    return int(same[0]) + 1 if len(same) else None


def weights_columns(tokens: int = 8) -> dict[str, NDArray[Any]]:
    """Causal attention with equal scores: token t gives each token that it sees the weight 1 / t."""
    return {f"token {j + 1}": weights for j, weights in enumerate(uniform_weights(tokens).T)}


def shares_columns(
    length: int,
    *,
    most: int = 128,  # positions, evenly spaced on a logarithmic axis
) -> dict[str, NDArray[Any]]:
    """What token t receives from the first token by causal attention with equal scores: 1 / t."""
    positions = log_spaced_positions(length, most)
    shares = shares_of_first(positions)
    return {"t": positions, "received": shares, "read back as t": 1 / shares}
