"""Rotations of feature pairs by angles that follow several coordinates at once."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.beyond_text.sizes import MAX_VALUES, as_shape, dimensions
from core.schemes.rope import pairs


@dataclass(frozen=True)
class Rotation:
    """By which angle each token turns each pair of features, and which features form the pairs."""

    angles: NDArray[np.float64]  # (..., n, pairs) radians; leading axes for heads that turn differently
    first: NDArray[np.int_]  # (pairs,) pair i is made of the features first[i] …
    second: NDArray[np.int_]  # (pairs,) … and second[i]

    @property
    def dim(self) -> int:
        """Features that turn."""
        return 2 * len(self.first)

    def turn(self, vectors: ArrayLike) -> NDArray[np.float64]:  # vectors: (dim,) or (n, dim); → (..., n, dim)
        r"""Queries or keys, turned: :math:`(x, y) \mapsto (x\cos a - y\sin a,\; x\sin a + y\cos a)`."""
        tokens = self.angles.shape[-2]
        array = as_shape(vectors, "vectors", *([self.dim] if dimensions(vectors) == 1 else [tokens, self.dim]))
        x, y, cos, sin = array[..., self.first], array[..., self.second], np.cos(self.angles), np.sin(self.angles)
        turned_vectors = np.empty((*self.angles.shape[:-1], self.dim))
        turned_vectors[..., self.first], turned_vectors[..., self.second] = x * cos - y * sin, x * sin + y * cos
        return turned_vectors

    def by_column(self) -> NDArray[np.float64]:
        """The angle of the pair that each feature belongs to, shape (..., n, dim), radians."""
        columns = np.empty((*self.angles.shape[:-1], self.dim))
        columns[..., self.first] = columns[..., self.second] = self.angles
        return columns


def rotation(
    coordinates: NDArray[np.float64],  # (n, axes) in the unit of the axes, such as patches
    # (..., pairs, axes) radians per unit of each axis; axial schemes have one that is not zero
    directions: NDArray[np.float64],
    layout: str = "half",  # "half" or "interleaved"
    blocks: int = 1,  # equal parts of the features, each with its own layout
) -> Rotation:  # with angles (..., n, pairs)
    """The rotation of tokens at some coordinates by pairs that each follow a direction."""
    count = directions[..., 0].size * len(coordinates)
    if count > MAX_VALUES:
        raise ValueError(f"tokens · pairs must be at most {MAX_VALUES:,}, got {count:,}")
    first, second = pairs(2 * directions.shape[-2] // blocks, layout)
    starts = 2 * len(first) * np.arange(blocks)[:, np.newaxis]
    return Rotation(angles(coordinates, directions), (starts + first).ravel(), (starts + second).ravel())


def angles(coordinates: NDArray[np.float64], directions: NDArray[np.float64]) -> NDArray[np.float64]:
    """Sums over the axes of coordinate times direction, shape (..., n, pairs), radians.

    Not a matrix product: a library may fuse and reorder it, and the error bound is that of a plain sum.
    """
    terms = (
        coordinates[:, axis, np.newaxis] * directions[..., np.newaxis, :, axis]
        for axis in range(coordinates.shape[1])
    )
    return sum(terms, np.zeros(()))
