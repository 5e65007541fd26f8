"""A binary counter, of which the encoding is a smooth version.

Bit j of a counter is 0 for 2**j tokens, then 1 for 2**j tokens: a square wave with a wavelength of 2**(j + 1)
tokens. The sine of that wavelength, evaluated half a token later so that it is never zero at a whole position, is
negative exactly where the bit is 1.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.frequencies import wavelengths
from core.inputs.checked import checked
from core.inputs.parameter import whole

MOST_APART = 0.5  # octaves between the wavelengths of a bit and its pair


WIDTH = whole("width", most=62)


@checked(whole("count"), WIDTH)
def bits(count: int, width: int) -> NDArray[np.uint8]:  # (count, width) column j is bit j, worth 2**j
    """The numbers 0 … count - 1 in binary."""
    return (np.arange(count)[:, None] >> np.arange(width) & 1).astype(np.uint8)


@checked(WIDTH)
def bit_wavelengths(width: int) -> NDArray[np.float64]:
    """Tokens after which each bit repeats, 2**(j + 1)."""
    return np.exp2(np.arange(1.0, width + 1))


def half_token_later(positions: ArrayLike, wavelength: ArrayLike) -> NDArray[np.float64]:  # (n, m) dimensionless
    r"""A sine half a token later than at each position, negative where the matching bit is 1.

    :math:`\sin(2\pi (p + \frac12) / \lambda)` is a
    fixed linear combination of a pair's sine and cosine: sin(a + b) = sin a cos b + cos a sin b.
    """
    turns = (np.asarray(positions, float)[:, None] + 0.5) / np.asarray(wavelength, float)
    return np.sin(2 * np.pi * turns)


def negative_half(positions: ArrayLike, wavelength: ArrayLike) -> NDArray[np.float64]:
    """1 where `half_token_later` is negative, else 0; NaN for a wavelength of NaN."""
    values = half_token_later(positions, wavelength)
    return np.where(np.isnan(values), np.nan, values < 0)


@dataclass(frozen=True)
class Match:
    """The pair of an encoding whose wavelength is nearest to a bit's."""

    bit: int  # from 0, the lowest
    pair: int | None  # none where no pair's wavelength is within half an octave of the bit's
    wavelength: float  # of the pair, tokens; NaN without a pair
    agreement: int  # how many of the numbers 0 … count - 1 have the bit set exactly if the pair's wave is negative


def nearest_pair(of_pairs: NDArray[np.float64], wavelength: float) -> int | None:
    """The pair whose wavelength in tokens is nearest; None where it is more than half an octave away."""
    octaves = np.abs(np.log2(of_pairs / wavelength))
    return int(np.argmin(octaves)) if octaves.min(initial=np.inf) <= MOST_APART else None


@checked()
def matches(
    count: int, width: int, d_model: int, *, base: float = 10_000.0, scale: float = 1.0
) -> tuple[Match, ...]:  # one per bit
    """For each bit the pair of nearest wavelength, on a logarithmic scale."""
    counter = bits(count, width)
    of_pairs = scale * wavelengths(d_model, base)  # (d_model // 2,) tokens
    rows = []
    for bit, bit_wavelength in enumerate(bit_wavelengths(width)):
        pair = nearest_pair(of_pairs, bit_wavelength)
        wavelength = np.nan if pair is None else float(of_pairs[pair])
        agreement = np.sum(negative_half(np.arange(count), [wavelength])[:, 0] == counter[:, bit])
        rows.append(Match(bit, pair, wavelength, int(agreement)))
    return tuple(rows)


def counter_columns(
    d_model: int, *, base: float = 10_000.0, scale: float = 1.0, width: int = 5
) -> dict[str, NDArray[Any]]:
    """A binary counter, the highest bit first, and where the pairs of nearest wavelengths are below zero.

    A wave is NaN where no pair comes near a bit.
    """
    of_pairs = scale * wavelengths(d_model, base)  # (d_model // 2,) tokens
    pairs = [nearest_pair(of_pairs, wavelength) for wavelength in bit_wavelengths(width)]
    nearest = [np.nan if pair is None else of_pairs[pair] for pair in pairs]  # tokens
    position = np.arange(2**width)
    tables: dict[str, NDArray[Any]] = {"bit": bits(2**width, width), "wave": negative_half(position, nearest)}
    columns = {f"{name} {bit}": ones[:, bit] for name, ones in tables.items() for bit in reversed(range(width))}
    return {"position": position} | columns
