"""FIRE: a small network reads the offset relative to the query's own position."""

import numpy as np
from numpy.typing import NDArray

from core.inputs.checked import Positions, checked
from core.inputs.parameter import positive
from core.schemes.alibi import slopes
from core.schemes.bias import HEADS, offsets
from core.schemes.scheme import Family, Scheme

THRESHOLD = positive(
    "threshold",
    "tokens",
    "Queries before this position are treated as if they stood here.",
    (32, 64, 128, 256, 512, 1024),
)
C = positive("c", "1/token", "How soon the logarithm of the distance bends.", (1, 10, 100))


@checked(C, THRESHOLD)
def progress(
    query_positions: Positions, key_positions: Positions, *, c: float = 0.1, threshold: float = 512.0
) -> NDArray[np.float64]:
    """Distance of a key relative to the query's position, both on a logarithmic scale [1]_.

    ψ(i - j) / ψ(max(i, threshold)) with ψ(x) = ln(cx + 1).
    Because it is bounded for every length, the network only has to interpolate.

    Parameters
    ----------
    query_positions, key_positions : int or array_like of shape (n,) and (m,)
        i and j, tokens; for keys after the query the absolute distance counts.
    c : float
        Per token, > 0.
    threshold : float
        Tokens, > 0.

    Returns
    -------
    progress : ndarray of shape (n, m)
        Dimensionless, 0 at the query itself, at most 1 for keys from 0 to i.

    References
    ----------
    .. [1] Li et al. 2023, section 3.1, https://arxiv.org/abs/2310.04418
    """
    distance = np.abs(offsets(query_positions, key_positions))  # (n, m) tokens
    longest = np.maximum(query_positions, threshold)[:, None]
    return np.log1p(c * distance) / np.log1p(c * longest)


@checked(HEADS)
def fire(
    query_positions: Positions,
    key_positions: Positions,
    heads: int = 8,
    *,
    c: float = 0.1,
    threshold: float = 512.0,
    width: int = 32,
    seed: int = 0,
) -> NDArray[np.float64]:
    """Bias MLP(progress), one output per head [1]_, with made-up weights.

    A linear term, -32 · slope · progress with ALiBi's slopes, plus a random ReLU network stands in for a
    trained network.

    Parameters
    ----------
    query_positions, key_positions, c, threshold
        As in `progress`.
    heads : int
        At least 1.
    width : int
        Hidden units, ReLU.
    seed : int
        For the random weights.

    Returns
    -------
    bias : ndarray of shape (heads, n, m)

    References
    ----------
    .. [1] Li et al. 2023, section 3.1, https://arxiv.org/abs/2310.04418
    """
    inputs = progress(query_positions, key_positions, c=c, threshold=threshold)
    rng = np.random.default_rng(seed)
    slope, shift = rng.uniform(-1, 1, (2, width))
    out = rng.standard_normal((heads, width)) * np.sqrt(2 / width)
    hidden = np.maximum(inputs[..., None] * slope + shift, 0)  # (n, m, width)
    return np.moveaxis(hidden @ out.T - 32 * inputs[..., None] * slopes(heads), -1, 0)


def bias_latex(
    distance: int, query: int, heads: int, head: int, *, c: float = 0.1, threshold: float = 512.0
) -> str:
    """LaTeX of the bias of one head, counted from 1, at a distance in tokens, with numbers filled in."""
    value = progress([query], [query - distance], c=c, threshold=threshold).item()
    longest = max(query, threshold)
    ratio = rf"\frac{{\ln({c:g}\cdot {distance}+1)}}{{\ln({c:g}\cdot {longest:.12g}+1)}}"
    return rf"f_{{\theta,{head}}}\!\left({ratio}\right) = f_{{\theta,{head}}}({value:.4f})"


SCHEME = Scheme(
    name="FIRE",
    family=Family.BIAS,
    year=2023,
    source="Li et al., section 3.1, [2310.04418](https://arxiv.org/abs/2310.04418)",
    function=fire,
    parameters=(HEADS, THRESHOLD),
    relative=False,
    is_learned=True,
    acts="added to the scores, in every layer",
    beyond="made for it: its input stays between 0 and 1",
    cost="a small network shared by all layers",
    bias_latex=bias_latex,
)
