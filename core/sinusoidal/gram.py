"""Dot products of all pairs of positions, and the offsets at which they stop telling positions apart."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.frequencies import geometric, inverse_frequencies
from core.inputs.checked import checked
from core.inputs.parameter import whole
from core.numeric.sums import attenuation, cosine_sum
from core.numeric.twins import fast
from core.schemes.sinusoidal import sinusoidal


def _gram(
    length: int, d_model: int, *, base: float = 10_000.0, scale: float = 1.0, cells: int = 256
) -> tuple[NDArray[np.float64], int]:
    """Dot product of every position with every other, averaged over square blocks where there are many."""
    positions = -(-length // cells)  # that a block covers
    runs = [np.arange(first, min(first + positions, length)) for first in range(0, length, positions)]
    rows = np.stack([sinusoidal(run, d_model, base=base, scale=scale).mean(axis=0) for run in runs])
    return rows @ rows.T, positions  # the mean of the products is that of the means


@checked(whole("cells"))
@fast(plain=_gram)
def gram(
    length: int, d_model: int, *, base: float = 10_000.0, scale: float = 1.0, cells: int = 256
) -> tuple[NDArray[np.float64], int]:  # cells: most rows and columns
    """Dot product of every position with every other; means over square blocks where there are many."""
    positions = -(-length // cells)
    frequencies = geometric(base, np.arange(0, d_model, 2), d_model) / scale  # an odd last sine included
    starts = np.arange(0, length, positions)
    sizes = np.diff(starts, append=length)  # positions in each block; the last may have fewer
    middles = starts + (sizes - 1) / 2  # tokens
    products = _block_products(frequencies[: d_model // 2], middles, positions, int(sizes[-1]))
    for lone in frequencies[d_model // 2 :, None]:
        sines = np.sin(middles * lone) * [attenuation(lone, size)[0] for size in sizes.tolist()]
        products += np.outer(sines, sines)
    return products, positions


def _block_products(
    frequencies: NDArray[np.float64], middles: NDArray[np.float64], positions: int, last: int
) -> NDArray[np.float64]:
    """Mean products of all pairs of blocks, which depend on the distance of their middles.

    The blocks cover `positions` each, the last one `last`.
    """
    whole = len(middles) - (last < positions)
    mean = attenuation(frequencies, positions)
    block = np.arange(whole)
    products = np.empty((len(middles), len(middles)))
    by_distance = cosine_sum(mean**2, frequencies, 0, positions, whole)
    products[:whole, :whole] = by_distance[np.abs(block[:, None] - block)]
    if whole < len(middles):
        mean_of_last, apart = attenuation(frequencies, last), middles[-1] - middles[-2]
        backwards = cosine_sum(mean * mean_of_last, frequencies, apart, positions, whole)
        products[-1, :whole] = products[:whole, -1] = backwards[::-1]
        products[-1, -1] = mean_of_last @ mean_of_last
    return products


def gram_columns(
    length: int,
    d_model: int,
    *,
    base: float = 10_000.0,
    scale: float = 1.0,
    normalise: bool = False,
    cells: int = 256,  # rows and columns at most
) -> dict[str, NDArray[Any]]:
    """Dot products of all pairs of positions, averaged over square blocks where there are many."""
    products, positions = gram(length, d_model, base=base, scale=scale, cells=cells)
    starts = positions * np.arange(len(products))
    products = products / (d_model // 2 if normalise else 1)
    return dict(zip(map(str, starts), products, strict=True)) | {"position": starts}


@dataclass(frozen=True)
class Landmarks:
    """Where the dot product first rises and turns negative, and which position is nearest."""

    # first offset with a larger product than the offset before it, tokens; None within `search_limit`
    first_rise: int | None
    first_negative: int | None  # first offset with a negative product, tokens; None within `search_limit`
    nearest: int  # offset of the nearest other position, tokens
    nearest_distance: float  # euclidean distance to it, sqrt(2 Σ (1 - cos(kω)))
    search_limit: int  # offsets 1 … search_limit were examined


@checked(whole("search"))
def landmarks(
    d_model: int, *, base: float = 10_000.0, scale: float = 1.0, search: int = 4095
) -> Landmarks:  # d_model is at least 2, so that there is a pair; search: largest offset examined
    """The first rise, the first negative value and the nearest other position."""
    frequencies = inverse_frequencies(d_model, base) / scale
    if not frequencies.size:
        raise ValueError(f"d_model must be at least 2 to hold a pair, got {d_model}")
    products = cosine_sum(np.ones(len(frequencies)), frequencies, 0, 1, search + 1)
    margin = 1e-9 * len(frequencies)  # ignore changes below rounding error
    nearest = int(np.argmax(products[1:])) + 1
    return Landmarks(
        first_rise=_first(np.diff(products) > margin),
        first_negative=_first(products[1:] < -margin),
        nearest=nearest,
        nearest_distance=float(np.sqrt(2 * max(0.0, len(frequencies) - products[nearest]))),
        search_limit=search,
    )


def _first(where: NDArray[np.bool_]) -> int | None:
    """Offset (counted from 1) of the first true entry."""
    return int(np.argmax(where)) + 1 if where.any() else None
