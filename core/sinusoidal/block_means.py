"""Tables at the resolution of a screen: exact means of the cells that a pixel covers.

Showing every n-th row of a table of sinusoids would show waves that are not there (aliasing). The mean over a run
of positions has a closed form, so the cost grows with the number of pixels, not of cells.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.inputs.checked import checked
from core.inputs.parameter import whole
from core.numeric.sums import attenuation, powers
from core.numeric.twins import fast
from core.schemes.sinusoidal import COSINE, LAYOUT, LAYOUTS, SINE, Columns, columns, sinusoidal


@dataclass(frozen=True)
class BlockMeans:
    """A table cut into blocks of equal size; the last row and column of blocks may be smaller."""

    values: NDArray[np.float64]  # (rows, columns) mean of each block, dimensionless, in [-1, 1]
    positions: int  # positions that a row covers
    dimensions: int  # dimensions that a column covers

    def columns(self) -> dict[str, NDArray[Any]]:
        """The first position of each row, then the means by the first dimension that they cover."""
        rows, across = self.values.shape
        means = {str(i * self.dimensions): self.values[:, i] for i in range(across)}
        return {"position": np.arange(rows) * self.positions} | means


def _block_means(
    length: int,
    d_model: int,
    *,
    rows: int,
    columns_: int,
    base: float = 10_000.0,
    scale: float = 1.0,
    layout: str = "interleaved",
) -> BlockMeans:
    """The sinusoidal table in at most rows × columns_ blocks, and the mean of each."""
    table = sinusoidal(length, d_model, base=base, scale=scale, layout=layout)
    tall, wide = -(-length // rows), -(-d_model // columns_)  # positions and dimensions of a block
    strips = [table[first : first + tall] for first in range(0, length, tall)]
    means = [[strip[:, column : column + wide].mean() for column in range(0, d_model, wide)] for strip in strips]
    return BlockMeans(np.array(means), tall, wide)


@checked(LAYOUT, whole("rows"), whole("columns_"))
@fast(plain=_block_means)
def block_means(
    length: int,  # positions 0 … length - 1
    d_model: int,  # features
    *,
    rows: int,  # most blocks along positions and dimensions, at least 1
    columns_: int,  # most blocks along positions and dimensions, at least 1
    base: float = 10_000.0,
    scale: float = 1.0,
    layout: str = "interleaved",
) -> BlockMeans:  # each equals the mean of the table's cells to rounding
    """The sinusoidal table of any size in at most rows × columns_ block means."""
    column = columns(d_model, base=base, layout=layout)
    positions = -(-length // rows)
    dimensions = -(-d_model // columns_)
    first = LAYOUTS[layout].first_position
    full, rest = divmod(length, positions)
    parts = [_rows(column, first, positions, full, dimensions, scale)]
    if rest:
        parts.append(_rows(column, first + full * positions, rest, 1, dimensions, scale))
    return BlockMeans(np.concatenate(parts), positions, dimensions)


def _rows(
    column: Columns, start: float, count: int, rows: int, dimensions: int, scale: float
) -> NDArray[np.float64]:
    """Means over `rows` consecutive runs of `count` positions and runs of `dimensions` columns.

    Row a·size + b needs e^{iω(middle + (a·size + b)·count)}, which is the product of a factor that depends on a and
    one that depends on b, so each block of columns is one small matrix product.
    """
    _, first, places = np.unique(column.numerators, return_index=True, return_inverse=True)
    frequencies = column.frequencies[first] / scale  # (distinct,) radians per token
    size = math.isqrt(rows - 1) + 1
    middle = start + (count - 1) / 2  # tokens
    starts = np.exp(1j * middle * frequencies) * attenuation(frequencies, count)
    coarse = powers(1j * count * size * frequencies, -(-rows // size)) * starts  # (rows / size, distinct)
    fine = powers(1j * count * frequencies, size)  # (size, distinct)
    phase = np.where(column.functions == SINE, -1j, np.where(column.functions == COSINE, 1, 0))  # 0 where empty
    blocks = -(-len(places) // dimensions)
    padding = (0, blocks * dimensions - len(places))
    phase = np.pad(phase, padding).reshape(blocks, dimensions)
    index = np.pad(places, padding, "edge").reshape(blocks, dimensions)
    if dimensions % 2 == 0 and np.array_equal(index[:, ::2], index[:, 1::2]):  # a sine and its cosine in one block
        index, phase = index[:, ::2], phase[:, ::2] + phase[:, 1::2]
    factors = coarse[:, index]  # (rows / size, blocks, dimensions)
    factors *= phase
    sums = np.einsum("abd,cbd->acb", factors, fine[:, index], optimize=True).real  # (rows / size, size, blocks)
    cells = np.minimum(dimensions, len(places) - dimensions * np.arange(blocks))
    return sums.reshape(-1, blocks)[:rows] / cells
