"""Principal components of a table, and the sinusoids nearest to its singular vectors."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.inputs.checked import checked
from core.inputs.parameter import whole
from core.numeric.twins import fast
from core.schemes.analysis.table import Table, run_means, run_size

MOST_SIDE = 1024  # of the matrix whose eigenvectors are computed: 0.2 s on one core
MOST_POSITIONS = 2**16  # elements of a singular vector
MOST_PRODUCTS = 2**31  # multiplications for that matrix: 0.1 s on one core
STRIP = 128  # rows of that matrix that grow at once, so that it is not held twice
ROUNDING = 1e-7  # relative to the largest singular value; squaring the table loses smaller ones


@dataclass(frozen=True)
class PrincipalComponents:
    """A table minus its mean row, as a sum of products: a vector over positions times one over dimensions."""

    # (min(n, d_model),) singular values, descending, in the unit of the table; 0 below rounding error
    values: NDArray[np.float64]
    # (n, count) vectors over positions, of length 1, of the largest singular values that are not 0
    vectors: NDArray[np.float64]
    positions: int  # neighbouring rows that were averaged into each of the n rows first; 1 if none were

    def count_holding(self, share: float) -> int:
        """How many of the largest singular values hold this share of the sum of all squares."""
        power = np.cumsum(self.values**2)
        return int(np.searchsorted(power, share * power[-1])) + 1 if power[-1] else 0


def _principal_components(table: Table, count: int) -> PrincipalComponents:
    """Singular value decomposition of a table minus its mean row; small singular values are rounding errors."""
    rows = table.block(slice(None), slice(None))
    vectors, values, _ = np.linalg.svd(rows - rows.mean(axis=0), full_matrices=False)
    values = np.where(values > ROUNDING * values[0], values, 0)
    return PrincipalComponents(values, _fix_signs(vectors[:, : min(count, np.count_nonzero(values))]), 1)


@checked(whole("count"))
@fast(plain=_principal_components, within=ROUNDING)
def principal_components(table: Table, count: int) -> PrincipalComponents:
    """Singular value decomposition of a table minus its mean row.

    Computed from the eigenvectors of the Gram matrix of the shorter side. Where that takes more than the limits
    above, runs of neighbouring rows are averaged first.

    The sign of a singular vector is arbitrary; here the sum of its first half is not negative.
    """
    positions = run_size(table.length, _most_rows(table.d_model))
    table, size = (table.runs(positions), 1) if table.runs else (table, positions)
    n = -(-table.length // size)
    if n <= table.d_model:
        values, vectors = _svd_of(*_gram_of_rows(table, n, size), count)
    else:
        centre = sum(block.sum(axis=0) for block in _rows(table, size)) / n
        values, sides = _svd_of(*_gram_of_columns(table, size, centre), count)
        vectors = _project(table, size, centre, sides) / values[: sides.shape[1]]
    return PrincipalComponents(values, _fix_signs(vectors), positions)


def _svd_of(gram: NDArray[np.float64], norm: float, count: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Singular values, descending, and a copy of the first eigenvectors: the whole square is not kept."""
    squares, vectors = np.linalg.eigh(gram)
    values = np.sqrt(np.maximum(squares[::-1], 0))
    values[values <= max(ROUNDING * values[0], 1e-12 * norm)] = 0
    rank = min(count, int(np.count_nonzero(values)))
    return values, vectors[:, ::-1][:, :rank].copy()


def _most_rows(d_model: int) -> int:
    """Rows for which the Gram matrix of the shorter side keeps to the limits."""
    if d_model <= MOST_SIDE:
        return max(1, min(MOST_POSITIONS, MOST_PRODUCTS // d_model**2))
    return max(1, min(MOST_SIDE, math.isqrt(MOST_PRODUCTS // d_model)))


@dataclass(frozen=True)
class StrongestSinusoids:
    """Singular vectors, and for each the sinusoid that holds most of its power."""

    vectors: NDArray[np.float64]  # (m, count) averaged over runs of neighbours
    sinusoids: NDArray[np.float64]  # (m, count) averaged in the same way
    size: int  # neighbours averaged into one of the m points
    cycles: NDArray[np.int_]  # (count,) of the sinusoid, over the length of the table
    top_shares: NDArray[np.float64]  # (count,) share of the vector's power that the sinusoid holds
    shares: NDArray[np.float64]  # (n // 2 + 1, count) share of every frequency, as `power_shares` gives it

    def cycles_holding(self, share: float) -> int:
        """The least f such that 0 … f cycles hold this share of the power of every vector."""
        return int(np.max(np.sum(np.cumsum(self.shares, axis=0) < share, axis=0), initial=0))


@dataclass(frozen=True)
class Spectrum:
    """Principal components of a table, and the strongest sinusoid of each."""

    components: PrincipalComponents
    strongest: StrongestSinusoids

    @property
    def step(self) -> int:
        """Positions from one point of a vector to the next."""
        return self.components.positions * self.strongest.size


def spectrum(table: Table, *, count: int, points: int) -> Spectrum:
    """The leading singular vectors, at most `count`, at `points` points."""
    components = principal_components(table, count)
    return Spectrum(components, strongest_sinusoids(components, points=points))


def strongest_sinusoids(components: PrincipalComponents, *, points: int) -> StrongestSinusoids:
    """The strongest sinusoid of each singular vector, in at most `points` points."""
    vectors, size = components.vectors, run_size(len(components.vectors), points)
    shares = power_shares(vectors)
    cycles = shares.argmax(axis=0)
    sinusoids = [sinusoid_at(vector, int(strongest)) for vector, strongest in zip(vectors.T, cycles, strict=True)]
    return StrongestSinusoids(
        vectors=run_means(vectors, size),
        sinusoids=run_means(np.reshape(sinusoids, vectors.T.shape).T, size),
        size=size,
        cycles=cycles,
        top_shares=shares.max(axis=0),
        shares=shares,
    )


def power_shares(
    vectors: NDArray[np.float64],  # (n, count) no column is zero
) -> NDArray[np.float64]:
    """How the power of vectors is shared among 0, 1, … n // 2 cycles in the n positions; columns sum to 1."""
    power = np.abs(np.fft.rfft(vectors, axis=0)) ** 2
    power[1 : (len(vectors) + 1) // 2] *= 2  # rfft leaves out the negative frequencies, which hold as much
    return power / power.sum(axis=0)


def sinusoid_at(vector: NDArray[np.float64], cycles: int) -> NDArray[np.float64]:
    """The component of a vector with this number of cycles; shape of the vector."""
    amplitudes = np.fft.rfft(vector)
    single = np.zeros_like(amplitudes)
    single[cycles] = amplitudes[cycles]
    return np.fft.irfft(single, len(vector))


@checked(whole("n", least=3))
def share_by_chance(n: int) -> float:  # how many normally distributed numbers, minus their mean; at least 3
    """The largest share of power that one frequency is expected to have in n random numbers.

    The powers of m frequencies of white noise are independent and exponentially distributed. With mean 1, the
    expected maximum is 1 + 1/2 + … + 1/m and the expected sum is m.
    """
    frequencies = np.arange(1, (n - 1) // 2 + 1)
    return float(np.sum(1 / frequencies) / len(frequencies))


def _rows(table: Table, size: int) -> Iterator[NDArray[np.float64]]:
    """Blocks of means over runs of rows."""
    return (run_means(block, size) for block in table.by_rows(size))


def _gram_of_rows(table: Table, n: int, size: int) -> tuple[NDArray[np.float64], float]:
    """Dot products of all pairs of centred rows, and the Frobenius norm before centring."""
    gram, square = np.zeros((n, n)), 0.0
    for block in table.by_columns():
        means = run_means(block, size)
        square += float(np.sum(means**2))
        _add_products(gram, (means - means.mean(axis=0)).T)
    return gram, square**0.5


def _gram_of_columns(table: Table, size: int, centre: NDArray[np.float64]) -> tuple[NDArray[np.float64], float]:
    """Dot products of all pairs of centred columns, and the Frobenius norm before centring."""
    gram, square = np.zeros((table.d_model, table.d_model)), 0.0
    for block in _rows(table, size):
        square += float(np.sum(block**2))
        _add_products(gram, block - centre)
    return gram, square**0.5


def _add_products(gram: NDArray[np.float64], columns: NDArray[np.float64]) -> None:
    """Add dot products of columns to the lower triangle, a strip at a time: `eigh` reads no more."""
    for start in range(0, len(gram), STRIP):
        strip = slice(start, start + STRIP)
        gram[strip, : strip.stop] += columns[:, strip].T @ columns[:, : strip.stop]


def _project(
    table: Table, size: int, centre: NDArray[np.float64], sides: NDArray[np.float64]
) -> NDArray[np.float64]:
    return np.concatenate([(block - centre) @ sides for block in _rows(table, size)])


def _fix_signs(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    first_half = vectors[: (len(vectors) + 1) // 2].sum(axis=0)
    return vectors * np.where(first_half < 0, -1.0, 1.0)
