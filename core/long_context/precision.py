"""What rounding does to position, inverse frequency, angle, cosine and sine, each in a dtype of its own.

Every step is done as a model does it: its inputs are the rounded outputs of the steps before, its result is rounded
once. Arrays hold float64 that the dtype holds too, so that nothing but the declared rounding takes place.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np

from core.frequencies import check_dim, inverse_frequencies
from core.inputs.arrays import as_positions, as_real
from core.inputs.parameter import LENGTH, SCALE, Choice, check_whole
from core.numeric.spacing import evenly_spread

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

EXACT = "float64"
DTYPE = Choice(
    "dtype",
    "The floating type that numbers are rounded to.",
    ("bfloat16", "float16", "float32", EXACT),
)
_TYPES: dict[str, Any] = {name: np.dtype(name) for name in DTYPE.options[1:]} | {"bfloat16": ml_dtypes.bfloat16}
_BITS = {"bfloat16": 8, "float16": 11, "float32": 24, EXACT: 53}  # of the significand, the implicit one included
_MOST = 2**40  # positions
SCORED = 64  # pairs of a score
_STRIDE = (5**0.5 - 1) / 2  # golden section: no whole multiple of it is near a multiple of 1 / 2**n


@dataclass(frozen=True)
class Dtypes:
    """The dtype of each of the four steps from a position to its rotation.

    Parameters
    ----------
    position, inverse_frequency, angle, cos_sin : str
        One of DTYPE's options.

    Raises
    ------
    ValueError
        If one is not; the message names the step.
    """

    position: str = EXACT
    inverse_frequency: str = EXACT
    angle: str = EXACT
    cos_sin: str = EXACT

    def __post_init__(self) -> None:
        for step in STEPS:
            replace(DTYPE, name=step).check(getattr(self, step))


STEPS = tuple(field.name for field in fields(Dtypes))


def everywhere(dtype: str) -> Dtypes:
    """All four steps in one dtype."""
    return Dtypes(*[dtype] * len(STEPS))


def rounded(values: ArrayLike, dtype: str) -> NDArray[np.float64]:
    """The nearest numbers that a dtype holds, ties to even [1]_.

    float64 goes to bfloat16 by way of float32, as it does in the models.

    Parameters
    ----------
    values : array_like
        Finite.
    dtype : {"bfloat16", "float16", "float32", "float64"}

    Returns
    -------
    rounded : ndarray of the same shape
        Infinite where the dtype's largest number is too small.

    Raises
    ------
    ValueError
        If an argument is not valid.

    References
    ----------
    .. [1] ml_dtypes, https://github.com/jax-ml/ml_dtypes; IEEE 754-2019, section 4.3.1

    Examples
    --------
    >>> rounded([256, 257, 258, 259, 1e30], "bfloat16")[:4].tolist(), rounded(65_520, "float16").item()
    ([256.0, 256.0, 258.0, 260.0], inf)
    """
    return _rounded(as_real(values, "values"), DTYPE.check(dtype))


def _rounded(values: NDArray[np.float64], dtype: str) -> NDArray[np.float64]:
    """As `rounded`, for values that may already be infinite or NaN."""
    if dtype == EXACT:
        return values
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        return values.astype(_TYPES[dtype]).astype(np.float64)


@dataclass(frozen=True)
class Rotations:
    """What each step hands to the next, as float64.

    Parameters
    ----------
    positions : ndarray of shape (n,)
        Tokens; infinite where they overflow.
    frequencies : ndarray of shape (pairs,)
        Radians per token.
    angles : ndarray of shape (n, pairs)
        Radians; infinite where they overflow.
    cosines, sines : ndarray of shape (n, pairs)
        Dimensionless; NaN where the angle is infinite.
    """

    positions: NDArray[np.float64]
    frequencies: NDArray[np.float64]
    angles: NDArray[np.float64]
    cosines: NDArray[np.float64]
    sines: NDArray[np.float64]


def rotations(
    positions: int | ArrayLike,
    dim: int,
    dtypes: Dtypes | None = None,
    *,
    pairs: ArrayLike | None = None,
    base: float = 10_000.0,
    scale: float = 1.0,
) -> Rotations:
    r"""Position, inverse frequency, angle, cosine and sine, each rounded once [1]_.

    .. math:: \tilde\theta = \mathrm{round}(\mathrm{round}(p)\cdot\mathrm{round}(base^{-2i/dim} / scale))

    Cosine and sine are those of the rounded angle, then rounded themselves.

    Parameters
    ----------
    positions : int or array_like of shape (n,)
        Tokens; an int n stands for 0 … n - 1.
    dim : int
        Features that turn, at least 1.
    dtypes : Dtypes or None
        None for float64 throughout.
    pairs : array_like of int, shape (pairs,), or None
        Indices; None for all dim // 2.
    base, scale : float
        The scale divides the inverse frequencies, as in the models, and so leaves positions whole.

    Returns
    -------
    rotations : Rotations

    Raises
    ------
    ValueError
        If an argument is not valid.

    References
    ----------
    .. [1] Su et al. 2021, section 3.4.2, https://arxiv.org/abs/2104.09864
    """
    kept, chosen = dtypes or Dtypes(), slice(None) if pairs is None else np.asarray(pairs, int)
    every = inverse_frequencies(check_dim(dim), base) / SCALE.check(scale)  # (dim // 2,) radians per token
    at = as_positions(positions)
    angles = _angles(at, every[chosen], kept)
    with np.errstate(invalid="ignore"):  # an overflow is what is to be seen
        cosines, sines = _rounded(np.cos(angles), kept.cos_sin), _rounded(np.sin(angles), kept.cos_sin)
    rounded_positions, frequencies = _rounded(at, kept.position), _rounded(every[chosen], kept.inverse_frequency)
    return Rotations(rounded_positions, frequencies, angles, cosines, sines)


def _angles(
    positions: NDArray[np.float64], frequencies: NDArray[np.float64], dtypes: Dtypes
) -> NDArray[np.float64]:
    """Of exact positions and frequencies, each rounded, and their products rounded."""
    at, rates = _rounded(positions, dtypes.position), _rounded(frequencies, dtypes.inverse_frequency)
    with np.errstate(over="ignore", invalid="ignore"):
        return _rounded(at[:, None] * rates, dtypes.angle)


def rotation_errors(positions: int | ArrayLike, dim: int, dtypes: Dtypes, **shape: Any) -> NDArray[np.float64]:
    """Distance of the point (cosine, sine) from where it is without rounding.

    Parameters
    ----------
    positions, dim, dtypes
        As in `rotations`.
    **shape
        pairs, base and scale, as in `rotations`.

    Returns
    -------
    errors : ndarray of shape (n, pairs)
        From 0 to 2, the far side of the circle; an angle wrong by a is an error of 2 |sin(a / 2)|. NaN where there
        is no angle.
    """
    return _errors(rotations(positions, dim, **shape), dtypes)


def _errors(exact: Rotations, dtypes: Dtypes) -> NDArray[np.float64]:
    """As `rotation_errors`, by what the steps give without rounding."""
    angles = _angles(exact.positions, exact.frequencies, dtypes)
    with np.errstate(invalid="ignore"):  # an overflow has no angle
        if dtypes.cos_sin == EXACT:
            chords: NDArray[np.float64] = 2 * np.abs(np.sin((angles - exact.angles) / 2))
            return chords
        turned = np.array_equal(angles, exact.angles)
        cosines, sines = (exact.cosines, exact.sines) if turned else (np.cos(angles), np.sin(angles))
    cosines, sines = _rounded(cosines, dtypes.cos_sin), _rounded(sines, dtypes.cos_sin)
    across, up = cosines - exact.cosines, sines - exact.sines
    distances: NDArray[np.float64] = np.sqrt(across**2 + up**2)  # hypot would take longer than the sines
    return distances


@dataclass(frozen=True)
class ErrorMap:
    """The largest error in every cell of positions by pairs, and at every position that was looked at.

    Parameters
    ----------
    edges : ndarray of int, shape (columns + 1,)
        Column j covers the positions edges[j] … edges[j + 1] - 1, tokens.
    pairs : ndarray of int, shape (rows,)
        Indices.
    worst : ndarray of shape (rows, columns)
        As `rotation_errors`; NaN where a position of the cell has no angle.
    at : ndarray of int, shape (n,)
        The positions looked at, ascending.
    errors : ndarray of shape (n,)
        The largest there of any pair looked at; NaN where one has no angle.
    """

    edges: NDArray[np.int_]
    pairs: NDArray[np.int_]
    worst: NDArray[np.float64]
    at: NDArray[np.int_]
    errors: NDArray[np.float64]

    @property
    def whole(self) -> int:
        """Up to this position every one was looked at; beyond, some of each column."""
        return int(np.count_nonzero(self.at == np.arange(1, len(self.at) + 1)))

    @property
    def so_far(self) -> NDArray[np.float64]:
        """The largest error up to each position that was looked at, shape (n,); NaN from the first overflow on."""
        grown: NDArray[np.float64] = np.maximum.accumulate(self.errors)
        return grown

    @property
    def largest(self) -> float:
        """Of all pairs and positions that have an angle."""
        return float(np.nanmax(self.worst, initial=0))

    def first_above(self, error: float) -> int | None:
        """The first position looked at where some pair has a larger error, or none at all."""
        above = ~(self.errors <= error)
        return int(self.at[above.argmax()]) if above.any() else None


@lru_cache(maxsize=32)  # 0.1 MB each: one visit draws up to 16, and asks for some of them twice
def error_map(
    far: int,
    dim: int,
    dtypes: Dtypes,
    *,
    columns: int = 128,
    looked: int = 6,
    rows: int = 64,
    base: float = 10_000.0,
    scale: float = 1.0,
) -> ErrorMap:
    """Errors over positions from 1 on, evenly spaced on a logarithmic scale, and over pairs.

    A column of many positions is looked at in a few of them, which avoid the multiples of the steps that numbers
    of a dtype stand apart: there, rounding does nothing.

    Parameters
    ----------
    far : int
        Positions 1 … far - 1, at least 2.
    dim : int
        Features that turn.
    dtypes : Dtypes
    columns, looked : int
        Most columns, and positions looked at in each.
    rows : int
        Most pairs, evenly spread.
    base, scale
        As in `rotations`.

    Returns
    -------
    map : ErrorMap

    Raises
    ------
    ValueError
        If an argument is not valid.
    """
    edges, at = _columns(1, far, columns, looked)
    pairs = evenly_spread(check_dim(dim) // 2, check_whole(rows, "rows"))
    errors = _errors(_exact(far, dim, columns, looked, rows, base, scale), dtypes)
    worst = np.maximum.reduceat(errors, np.searchsorted(at, edges[:-1]), axis=0).T
    found = ErrorMap(edges, pairs, worst, at, errors.max(axis=1, initial=0))
    for array in vars(found).values():
        array.setflags(write=False)
    return found


@lru_cache(maxsize=2)  # 1 MB each, for all maps of one picture
def _exact(far: int, dim: int, columns: int, looked: int, rows: int, base: float, scale: float) -> Rotations:
    """What an error map is held against."""
    at = _columns(1, far, columns, looked)[1]
    return rotations(at, dim, pairs=evenly_spread(dim // 2, rows), base=base, scale=scale)


@lru_cache(maxsize=8)
def _columns(first: int, far: int, columns: int, looked: int) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
    """Edges of columns from first to far - 1, and the positions looked at, ascending."""
    check_whole(far, "far", first + 1)
    edges = np.unique(np.rint(np.geomspace(first, far, check_whole(columns, "columns") + 1)).astype(int))
    shares = _STRIDE * np.arange(1, check_whole(looked, "looked") + 1) % 1
    parts = [
        np.arange(start, end) if end - start <= looked else start + (shares * (end - start)).astype(int)
        for start, end in pairwise(edges)
    ]
    return edges, np.unique(np.concatenate(parts))


def first_collision(dtype: str) -> int:
    """The first position that the next one shares its number with.

    Examples
    --------
    >>> [first_collision(dtype) for dtype in ("bfloat16", "float16", "float32")]
    [256, 2048, 16777216]
    """
    return int(2 ** _BITS[DTYPE.check(dtype)])


@lru_cache
def overflow(dtype: str) -> int | None:
    """The first position that becomes infinity; None where none of the first 2**40 does.

    Examples
    --------
    >>> overflow("float16"), overflow("bfloat16")
    (65520, None)
    """
    far = sharing(_MOST, dtype)
    return far.first if far.last is None else None


def distinct_positions(length: int, dtype: str) -> int:
    """How many different numbers the positions 0 … length - 1 become.

    Parameters
    ----------
    length : int
        Tokens.
    dtype : str
        One of DTYPE's options.

    Returns
    -------
    count : int
        Infinity, where it occurs, is one of them.

    Examples
    --------
    >>> distinct_positions(8192, "bfloat16")
    897
    """
    bits = _BITS[DTYPE.check(dtype)]
    if LENGTH.check(length) <= 2**bits:
        return length
    last = rounded(length - 1, dtype).item()
    if np.isinf(last):
        return distinct_positions(sharing(length - 1, dtype).first, dtype) + 1
    doublings = int(np.log2(last)) - bits  # whole ones beyond 2**bits, of 2**(bits - 1) numbers each
    step = 2 ** (doublings + 1)
    return int(2**bits + doublings * 2 ** (bits - 1) + (last - 2 ** (bits + doublings)) // step + 1)


@dataclass(frozen=True)
class Shared:
    """Positions that become one number.

    Parameters
    ----------
    first : int
        Tokens.
    last : int or None
        Tokens; None where every position from the first on becomes infinity.
    """

    first: int
    last: int | None


@lru_cache(maxsize=256)
def sharing(position: int, dtype: str) -> Shared:
    """The positions that become the same number as one of them.

    Parameters
    ----------
    position : int
        Tokens, from 0 to 2**40.
    dtype : str
        One of DTYPE's options.

    Returns
    -------
    shared : Shared

    Raises
    ------
    ValueError
        If an argument is not valid.

    Examples
    --------
    >>> sharing(257, "bfloat16"), sharing(70_000, "float16")
    (Shared(first=256, last=257), Shared(first=65520, last=None))
    """
    own = check_whole(position, "position", 0, _MOST)
    first = _last_alike(own, -1, dtype)
    return Shared(first, None if np.isinf(rounded(own, dtype)) else _last_alike(own, 2 * own + 2, dtype))


def _last_alike(own: int, outside: int, dtype: str) -> int:
    """The last position on the way to one outside that becomes the same number, found by halving."""
    number, inside = rounded(own, dtype), own
    while abs(outside - inside) > 1:
        middle = (outside + inside) // 2
        outside, inside = (outside, middle) if rounded(middle, dtype) == number else (middle, inside)
    return inside


@dataclass(frozen=True)
class Wander:
    """How far the score at one offset moves with the position of the query.

    Parameters
    ----------
    edges : ndarray of int, shape (columns + 1,)
        Column j covers the queries edges[j] … edges[j + 1] - 1, tokens.
    lowest, highest : ndarray of shape (columns,)
        Score ÷ its value at offset 0, so 1 for a query that meets its own angles; NaN where there is none.
    exact : float
        The same without rounding, at every query.
    """

    edges: NDArray[np.int_]
    lowest: NDArray[np.float64]
    highest: NDArray[np.float64]
    exact: float


def score_wander(
    far: int,
    offset: int,
    dim: int,
    dtypes: Dtypes,
    *,
    columns: int = 80,
    looked: int = 3,
    rows: int = SCORED,
    base: float = 10_000.0,
    scale: float = 1.0,
) -> Wander:
    """The score of a query and an equal key some tokens before it, for queries along a text.

    A column of many queries is looked at in a few of them, and where nearby numbers of the dtype meet.

    Parameters
    ----------
    far : int
        Queries offset … far - 1.
    offset : int
        Query minus key, tokens, at least 1 and below far - 1.
    dim, dtypes, columns, looked, rows, base, scale
        As in `error_map`.

    Returns
    -------
    wander : Wander

    Raises
    ------
    ValueError
        If an argument is not valid.
    """
    edges, at = _columns(check_whole(offset, "offset"), far, columns, looked)
    queries = np.union1d(at, np.clip(_jumps(at, dtypes), offset, far - 1))
    scores = rotated_scores(queries, queries - offset, dim, dtypes, rows=rows, base=base, scale=scale)
    exact = rotated_scores([offset], [0], dim, Dtypes(), rows=rows, base=base, scale=scale).item()
    low, high = (ends.reduceat(scores, np.searchsorted(queries, edges[:-1])) for ends in (np.fmin, np.fmax))
    return Wander(edges, low, high, exact)


def _jumps(positions: NDArray[np.int_], dtypes: Dtypes) -> NDArray[np.int_]:
    """Where, near some positions, a position or an angle of as many radians is rounded to the next number.

    A query there and the key before it drift apart the most, and few of a long text are there.
    """
    bits = min(_BITS[dtypes.position], _BITS[dtypes.angle])
    step = 2.0 ** (np.floor(np.log2(positions)) + 1 - bits)  # tokens between numbers
    ties = (np.floor(positions / step) + 0.5) * step
    return np.concatenate([np.ceil(ties), np.floor(ties) + 1]).astype(int)


def rotated_scores(
    queries: ArrayLike,
    keys: ArrayLike,
    dim: int,
    dtypes: Dtypes,
    *,
    rows: int = SCORED,
    base: float = 10_000.0,
    scale: float = 1.0,
) -> NDArray[np.float64]:
    """Score of two vectors that were equal before each was turned to its position, over their sizes' product.

    All pairs are alike in size, so without rounding this is the mean of cos((m - n) ω). Rounding acts on the
    rotations alone; products and their sum are exact.

    Parameters
    ----------
    queries, keys : array_like of shape (n,)
        Positions m and n, tokens.
    dim, dtypes, base, scale
        As in `rotations`.
    rows : int
        Most pairs, evenly spread.

    Returns
    -------
    scores : ndarray of shape (n,)
        NaN where a position has no angle.
    """
    pairs = evenly_spread(check_whole(dim, "dim", 2) // 2, check_whole(rows, "rows"))
    at, back = np.unique([as_positions(queries), as_positions(keys)], return_inverse=True)
    turned = rotations(at, dim, dtypes, pairs=pairs, base=base, scale=scale)
    points = turned.cosines + 1j * turned.sines  # (positions, pairs)
    query, key = points[back.reshape(2, -1)]
    scores: NDArray[np.float64] = (query * key.conj()).real.mean(axis=1)
    return scores
