"""The sinusoidal encoding of the Transformer, in the four layouts that are in use."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from core.frequencies import geometric
from core.inputs.checked import Positions, checked
from core.inputs.parameter import BASE, SCALE, Choice
from core.numeric.phasors import fill
from core.numeric.twins import fast
from core.schemes.scheme import Family, OffsetProduct, Scheme

SINE, COSINE, EMPTY = 0, 1, 2


@dataclass(frozen=True)
class Layout:
    """How the columns of a table are arranged."""

    interleaved: bool = False  # whether sine and cosine of a pair are neighbours; otherwise all sines come first
    # whether the exponent is i / (pairs - 1), so that the last timescale is exactly base, instead of 2i /
    # d_model; then an odd last column stays empty
    last_is_base: bool = False
    first_position: int = 0  # the position that the first token is given


LAYOUTS: dict[str, Layout] = {
    "interleaved": Layout(interleaved=True),  # as in the paper
    "concatenated": Layout(),
    "tensor2tensor": Layout(last_is_base=True),
    "fairseq": Layout(last_is_base=True, first_position=2),
}
LAYOUT = Choice("layout", "How the columns of the table are arranged.", tuple(LAYOUTS))


@dataclass(frozen=True)
class Columns:
    """Frequency and function of each column of a table; the frequency is base**(-numerator / denominator)."""

    frequencies: NDArray[np.float64]  # radians per token
    functions: NDArray[np.uint8]  # SINE, COSINE or EMPTY
    numerators: NDArray[np.int_]  # of the exponents
    denominator: int  # of the exponents


def floating(dtype: DTypeLike) -> np.dtype[Any]:
    """The dtype; a ValueError unless it is a real floating type."""
    try:
        kind = np.dtype(dtype)
    except TypeError:
        raise ValueError(f"dtype must be a floating type, got {dtype!r}") from None
    if kind.kind != "f":
        raise ValueError(f"dtype must be a floating type, got {kind}")
    return kind


@checked(LAYOUT)
def columns(d_model: int, *, base: float = 10_000.0, layout: str = "interleaved") -> Columns:
    """Frequency and function of every column."""
    step, denominator = (1, max(d_model // 2 - 1, 1)) if LAYOUTS[layout].last_is_base else (2, d_model)
    functions = np.full(d_model, EMPTY, np.uint8)
    numerators = np.zeros(d_model, int)
    for function, where in zip((SINE, COSINE), places(d_model, layout), strict=True):
        functions[where] = function
        numerators[where] = step * np.arange(len(numerators[where]))
    return Columns(geometric(base, numerators, denominator), functions, numerators, denominator)


def _sinusoidal(
    positions: Positions,
    d_model: int,
    *,
    base: float = 10_000.0,
    scale: float = 1.0,
    layout: str = "interleaved",
    dtype: DTypeLike = np.float64,
) -> NDArray[Any]:
    """Sines and cosines of geometrically spaced frequencies: a row of d_model features for each position."""
    exact = layout in ("tensor2tensor", "fairseq")  # the last timescale is base, an odd last column is empty
    first = 2 if layout == "fairseq" else 0  # position of the first token
    cosines = d_model // 2
    sines = cosines if exact else d_model - cosines
    pair = np.arange(sines)
    exponents = pair / max(sines - 1, 1) if exact else 2 * pair / d_model
    angles = np.outer((positions + first) / scale, base**-exponents)  # (n, sines) radians
    table = np.zeros((len(angles), d_model), dtype)
    if layout == "interleaved":
        at_sine, at_cosine = slice(0, None, 2), slice(1, None, 2)
    else:
        at_sine, at_cosine = slice(0, sines), slice(sines, sines + cosines)
    table[:, at_sine] = np.sin(angles)
    table[:, at_cosine] = np.cos(angles[:, :cosines])
    return table


@checked(LAYOUT, dtype=floating)
@fast(plain=_sinusoidal)
def sinusoidal(
    positions: Positions,
    d_model: int,
    *,
    base: float = 10_000.0,
    scale: float = 1.0,
    layout: str = "interleaved",
    dtype: DTypeLike = np.float64,
) -> NDArray[Any]:
    r"""Sines and cosines of geometrically spaced frequencies [1]_.

    .. math:: PE_{p,2i} = \sin(p\,\omega_i), \quad PE_{p,2i+1} = \cos(p\,\omega_i),
              \quad \omega_i = base^{-2i/d_{model}}

    Parameters
    ----------
    positions : int or array_like of shape (n,)
        Tokens from the start, any real numbers; an int n stands for 0 … n - 1.
    d_model : int
        Number of features, at least 1. The last sine of an odd d_model has no cosine.
    base : float
        Ratio of the slowest to the fastest period in the limit of many features; dimensionless, > 1.
    scale : float
        Position p is encoded as p / scale (position interpolation [2]_); dimensionless, > 0.
    layout : {"interleaved", "concatenated", "tensor2tensor", "fairseq"}
        Order of the columns; the last two also space the frequencies so that the last timescale is
        exactly base, leave an odd last column empty, and "fairseq" counts positions from 2 [3]_ [4]_.
    dtype : dtype
        A floating type; angles are always computed in float64. In float32, at consecutive positions, values are
        products of two rounded factors, within 3e-7 of the exact value; otherwise they are rounded once.

    Returns
    -------
    table : ndarray of shape (n, d_model)
        Dimensionless, in [-1, 1]; in float64 within 4 eps (1 + \|angle\|) of the exact value.

    References
    ----------
    .. [1] Vaswani et al. 2017, section 3.5, https://arxiv.org/abs/1706.03762
    .. [2] Chen et al. 2023, section 3.2, https://arxiv.org/abs/2306.15595
    .. [3] tensor2tensor, get_timing_signal_1d,
       https://github.com/tensorflow/tensor2tensor/blob/master/tensor2tensor/layers/common_attention.py
    .. [4] fairseq, SinusoidalPositionalEmbedding,
       https://github.com/facebookresearch/fairseq/blob/main/fairseq/modules/sinusoidal_positional_embedding.py
    """
    tokens = positions + LAYOUTS[layout].first_position
    column = columns(d_model, base=base, layout=layout)
    table = np.empty((len(tokens), d_model), dtype)
    table[:, column.functions == EMPTY] = 0
    sines, cosines = places(d_model, layout)
    frequencies = column.frequencies[sines]
    if _consecutive(tokens):
        fill(table, tokens[0], frequencies, sines, cosines, scale=scale)
    else:
        angles = np.outer(tokens / scale, frequencies)  # (n, sines) radians
        table[:, sines], table[:, cosines] = np.sin(angles), np.cos(angles[:, : d_model // 2])
    return table


def _consecutive(tokens: NDArray[np.float64]) -> bool:
    """Whether these are at least two consecutive whole numbers."""
    if len(tokens) < 2 or tokens[0] % 1 or abs(tokens[0]) > 2**52:
        return False
    return np.array_equal(tokens, tokens[0] + np.arange(len(tokens)))


@checked(LAYOUT)
def places(d_model: int, layout: str = "interleaved") -> tuple[slice, slice]:
    """Columns of the sines and of the cosines, in order of the pairs; an odd last sine has no cosine."""
    form, pairs = LAYOUTS[layout], d_model // 2
    if form.interleaved:
        return slice(0, None, 2), slice(1, None, 2)
    sines = pairs if form.last_is_base else d_model - pairs
    return slice(0, sines), slice(sines, sines + pairs)


def cell_formula(
    position: float, column: int, of: Columns, *, base: float, scale: float = 1.0
) -> str:  # position: as counted by the layout
    """The formula of one cell with numbers filled in, such as "sin(7 / 10000^(4/64))"."""
    if of.functions[column] == EMPTY:
        return "0 (padding)"
    name = "cos" if of.functions[column] == COSINE else "sin"
    position_text = f"{position:.12g}" if scale == 1 else f"({position:.12g} / {scale:.12g})"
    return f"{name}({position_text} / {base:.12g}^({of.numerators[column]}/{of.denominator}))"


def column_nearest(wavelength: float, of: Columns, *, scale: float = 1.0) -> int:
    """The first column whose wavelength is nearest to one in tokens, on a logarithmic scale."""
    frequency = 2 * np.pi * scale / wavelength  # radians per token
    return int(np.argmin(np.abs(np.log(of.frequencies / frequency))))


@checked(LAYOUT)
def offset_product(
    d_model: int, *, base: float = 10_000.0, scale: float = 1.0, layout: str = "interleaved"
) -> OffsetProduct:
    """Product of row 0 with row k: a cosine for every pair, in any layout."""
    cosines = places(d_model, layout)[1]
    frequencies = columns(d_model, base=base, layout=layout).frequencies[cosines] / scale
    return OffsetProduct(np.ones(len(frequencies)), np.multiply(1j, frequencies), d_model)


SCHEME = Scheme(
    name="sinusoidal",
    family=Family.ADDITIVE,
    year=2017,
    source="Vaswani et al., section 3.5, [1706.03762](https://arxiv.org/abs/1706.03762)",
    function=sinusoidal,
    parameters=(BASE, SCALE, LAYOUT),
    relative=True,
    is_learned=False,
    acts="added to the embeddings, once",
    beyond="has values everywhere; a model does not follow them",
    cost="nothing to train",
    offset_product=offset_product,
)
