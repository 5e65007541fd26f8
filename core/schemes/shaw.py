"""Shaw's relative position: a learned key vector for every clipped offset."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core.inputs.checked import Positions, Reals, checked
from core.inputs.parameter import whole
from core.schemes.bias import HEADS, offsets
from core.schemes.scheme import Family, Scheme

MEANING = "Offsets beyond this share the last vector."
CLIP = replace(whole("clip"), meaning=MEANING, stops=(1, 2, 4, 8, 16, 32, 64, 128))  # tokens


@checked(HEADS, CLIP)
def shaw(
    query_positions: Positions,
    key_positions: Positions,
    heads: int = 8,
    *,
    clip: int = 16,
    head_dim: int = 64,
    seed: int = 0,
) -> NDArray[np.float64]:
    r"""Products of one query vector a head with the vector of each clipped offset [1]_.

    Bias :math:`q\cdot a^K_{clip(j-i)} / \sqrt{head\_dim}`.
    In a model the bias depends on the content of the query. Here random queries and relative vectors stand
    in for trained ones; the relative vectors of the values are left out.

    Parameters
    ----------
    query_positions, key_positions, heads
        As in `core.schemes.alibi.alibi`.
    clip : int
        Tokens, at least 1.
    head_dim : int
        Features of a head.
    seed : int
        For the random vectors.

    Returns
    -------
    bias : ndarray of shape (heads, n, m)

    References
    ----------
    .. [1] Shaw et al. 2018, sections 3.1 and 3.2, https://arxiv.org/abs/1803.02155
    """
    rng = np.random.default_rng(seed)
    relative = rng.standard_normal((2 * clip + 1, head_dim))
    queries = rng.standard_normal((heads, head_dim))
    scores = queries @ relative.T / np.sqrt(head_dim)  # (heads, 2 clip + 1)
    return scores[:, vector(offsets(query_positions, key_positions), clip=clip)]


@checked(CLIP)
def vector(relative_position: Reals, *, clip: int = 16) -> NDArray[np.int_]:
    """Index of the vector that each offset gets, from 0 for -clip and below to 2 · clip."""
    return np.clip(np.rint(relative_position), -clip, clip).astype(int) + clip


def bias_latex(distance: int, query: int, heads: int, head: int, *, clip: int = 16, head_dim: int = 64) -> str:
    """LaTeX of the bias of one head, counted from 1, at a distance in tokens, with numbers filled in."""
    return rf"q_{{{head}}}\cdot a^K_{{-\min({distance},\,{clip})}} / \sqrt{{{head_dim}}}"


SCHEME = Scheme(
    name="Shaw",
    family=Family.BIAS,
    year=2018,
    source="Shaw et al., section 3.2, [1803.02155](https://arxiv.org/abs/1803.02155)",
    function=shaw,
    parameters=(HEADS, CLIP),
    relative=True,
    is_learned=True,
    acts="added to keys (and values), in every layer",
    beyond="all offsets past the clip look the same",
    cost="2 · clip + 1 vectors a layer",
    groups=vector,
    bias_latex=bias_latex,
)
