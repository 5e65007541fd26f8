"""The pairs of the encoding as clock hands."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.frequencies import inverse_frequencies
from core.inputs.checked import checked, reals
from core.inputs.parameter import whole
from core.numeric.curve import evenly_spread
from core.schemes.sinusoidal import sinusoidal


@dataclass(frozen=True)
class Hands:
    """One hand per pair, drawn at (x = sine, y = cosine): it starts at twelve and turns clockwise."""

    pairs: NDArray[np.int_]  # (n,) indices; 0 is the fastest
    frequencies: NDArray[np.float64]  # (n,) radians per token
    periods: NDArray[np.float64]  # (n,) tokens for one turn
    turns: NDArray[np.float64]  # (n,) whole turns and fractions since position 0, dimensionless
    angles: NDArray[np.float64]  # (n,) degrees past twelve, clockwise, in [0, 360)
    # (n,) degrees from the hand to its ghost at position + offset, without whole turns, in (-360, 360)
    ahead: NDArray[np.float64]


@checked(**reals("position", "offset"))
def hands(
    position: float,  # p, tokens, any real number
    pairs: ArrayLike,  # (n,) indices, each from 0 to d_model // 2 - 1
    d_model: int,  # features
    *,
    offset: float = 0,  # k, tokens, any real number
    base: float = 10_000.0,
    scale: float = 1.0,
) -> Hands:
    r"""Angles of the hands of some pairs, and the angles to their ghosts at position + offset.

    A hand stands at the angle :math:`p\,\omega_i / scale`; the angle to its ghost is
    :math:`k\,\omega_i / scale` at every position p.

    Source: Vaswani et al. 2017, section 3.5, https://arxiv.org/abs/1706.03762
    """
    index = np.asarray(pairs, dtype=int).reshape(-1)
    per_position = inverse_frequencies(d_model, base)  # (d_model // 2,) radians
    every = per_position / scale  # (d_model // 2,) radians per token
    if index.size and not (index.min() >= 0 and index.max() < len(every)):
        raise ValueError(f"pairs must be from 0 to {len(every) - 1}, got {index.min()} to {index.max()}")
    frequencies = every[index]
    turns = position * frequencies / (2 * np.pi)
    ahead = offset * frequencies / (2 * np.pi)
    degrees = 360 * (turns - np.floor(turns))
    return Hands(index, frequencies, 2 * np.pi / frequencies, turns, degrees % 360, 360 * np.fmod(ahead, 1))


def clocks_columns(
    position: float,  # tokens
    pairs: ArrayLike,
    d_model: int,
    *,
    offset: float = 0,  # tokens from the hands to their ghosts
    base: float = 10_000.0,
    scale: float = 1.0,
) -> dict[str, NDArray[Any]]:
    """Pairs of the sinusoidal encoding as clock hands, with ghost hands some tokens later."""
    clock_hands = hands(position, pairs, d_model, offset=offset, base=base, scale=scale)
    columns = {"pair": clock_hands.pairs, "period (tokens)": clock_hands.periods, "turns so far": clock_hands.turns}
    return columns | {"angle (°)": clock_hands.angles, "ghost (°)": clock_hands.ahead}


@dataclass(frozen=True)
class Reading:
    """One hand at a position, and its ghost at position + offset."""

    pair: int  # index from 0
    position: float  # tokens
    offset: float  # tokens
    frequency: float  # radians per token
    period: float  # tokens for one turn
    turns: float  # since position 0
    angle: float  # as in `Hands`, degrees
    ahead: float  # as in `Hands`, degrees
    sine: float  # where the tip of the hand is
    cosine: float  # where the tip of the hand is

    @property
    def ghost(self) -> float:
        """Position of the ghost, tokens."""
        return self.position + self.offset

    @property
    def radians(self) -> float:
        """Angle from the hand to its ghost, whole turns included."""
        return self.offset * self.frequency


def read_hand(
    position: float, pair: int, d_model: int, *, offset: float = 0, base: float = 10_000.0, scale: float = 1.0
) -> Reading:
    """What one hand shows."""
    hand = hands(position, [pair], d_model, offset=offset, base=base, scale=scale)
    sine, cosine = sinusoidal([position], d_model, base=base, scale=scale)[0, 2 * pair : 2 * pair + 2].tolist()
    return Reading(
        pair=pair,
        position=position,
        offset=offset,
        frequency=float(hand.frequencies[0]),
        period=float(hand.periods[0]),
        turns=float(hand.turns[0]),
        angle=float(hand.angles[0]),
        ahead=float(hand.ahead[0]),
        sine=sine,
        cosine=cosine,
    )


@checked(whole("count"), whole("first", least=0), whole("among", least=0))
def pairs_shown(
    d_model: int,  # features; a pair is two of them
    count: int,  # clocks wanted, at least 1
    *,
    first: int = 0,  # the fastest pair wanted, at least 0; reduced to the slowest pair where there are fewer
    is_spread: bool = True,  # spread evenly from the first to the slowest pair, both included; else consecutive
    among: int | None = None,
) -> NDArray[np.int_]:  # (at most count,) ascending; empty where d_model is 1
    """Which pairs to draw a clock for.

    >>> pairs_shown(512, 4).tolist(), pairs_shown(512, 4, first=10, is_spread=False).tolist()
    ([0, 85, 170, 255], [10, 11, 12, 13])
    """
    enough = d_model if among is None else max(among, first + count)
    all_pairs = np.arange(min(d_model // 2, enough))
    slower = all_pairs[min(first, max(len(all_pairs) - 1, 0)) :]
    return slower[evenly_spread(len(slower), count)] if is_spread else slower[:count]


@checked()
def complete_turns(length: int, d_model: int, *, base: float = 10_000.0, scale: float = 1.0) -> int:
    """How many pairs turn at least once within a length."""
    frequencies = inverse_frequencies(d_model, base) / scale
    return int(np.count_nonzero(2 * np.pi / frequencies <= length))
