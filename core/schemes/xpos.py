"""Rotary position with a decay: queries grow and keys shrink with their position."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.inputs.checked import Positions, Reals, checked
from core.inputs.parameter import BASE, SCALE, Choice, positive
from core.schemes.rope import LAYOUT, pairs, rope
from core.schemes.rope import offset_product as rope_product
from core.schemes.scheme import Family, OffsetProduct, Scheme

SCALE_BASE = positive(
    "scale_base",
    "tokens",
    "Offset at which every pair has decayed by its own factor once.",
    (64, 128, 256, 512, 1024, 2048),
)
_ROLE = Choice("role", "Queries are multiplied by the factor, keys divided.", ("query", "key"))


@checked(LAYOUT, SCALE_BASE, _ROLE)
def xpos(
    vectors: Reals,
    positions: Positions,
    *,
    base: float = 10_000.0,
    scale: float = 1.0,
    layout: str = "half",
    scale_base: float = 512.0,
    role: str = "query",
) -> NDArray[np.float64]:
    r"""RoPE times a factor that shrinks from position to position for queries, and grows for keys [1]_.

    :math:`\zeta_i^{m/512}` for queries and :math:`\zeta_i^{-n/512}` for keys.
    With :math:`\zeta_i = (2i/d + 0.4) / 1.4 \le 1` the score of a query at m and a key at n decays with
    m - n for keys in the past, and grows for keys in the future: meant for causal attention.

    Parameters
    ----------
    vectors, positions, base, scale, layout
        As in `core.schemes.rope.rope`.
    scale_base : float
        Tokens, > 0.
    role : {"query", "key"}

    Returns
    -------
    rotated_vectors : ndarray of shape (n, dim)

    References
    ----------
    .. [1] Sun et al. 2022, section 3.1 and algorithm 1, https://arxiv.org/abs/2212.10554
    """
    rotated_vectors, dim = rope(vectors, positions, base=base, scale=scale, layout=layout), vectors.shape[1]
    sign = 1 if role == "query" else -1
    power = sign * positions / scale / scale_base  # (n,)
    factors = decay(dim) ** power[:, None]  # (n, dim / 2)
    for half in pairs(dim, layout):
        rotated_vectors[:, half] *= factors
    return rotated_vectors


def decay(dim: int) -> NDArray[np.float64]:
    """ζ of each pair, from 0.2857 for the fastest towards 1 for the slowest; shape (dim // 2,)."""
    return (np.arange(0, dim, 2) / dim + 0.4) / 1.4


@checked(LAYOUT, SCALE_BASE)
def xpos_keys(
    vectors: Reals,
    positions: Positions,
    *,
    base: float = 10_000.0,
    scale: float = 1.0,
    layout: str = "half",
    scale_base: float = 512.0,
) -> NDArray[np.float64]:
    """`xpos` for keys."""
    options: dict[str, Any] = {"base": base, "scale": scale, "layout": layout}
    return xpos(vectors, positions, **options, scale_base=scale_base, role="key")


@checked(SCALE_BASE)
def offset_product(
    d_model: int, *, base: float = 10_000.0, scale: float = 1.0, layout: str = "half", scale_base: float = 512.0
) -> OffsetProduct:
    """As in `core.schemes.rope.offset_product`; each term decays into the past and grows into the future."""
    rotation = rope_product(d_model, base=base, scale=scale, layout=layout)
    growth = -np.log(decay(rotation.features)) / scale / scale_base  # per token
    return OffsetProduct(rotation.weights, growth + rotation.exponents, rotation.features)


SCHEME = Scheme(
    name="xPos",
    family=Family.ROTARY,
    year=2022,
    source="Sun et al., section 3.1, [2212.10554](https://arxiv.org/abs/2212.10554)",
    function=xpos,
    parameters=(BASE, SCALE, LAYOUT, SCALE_BASE),
    relative=True,
    is_learned=False,
    acts="turns and rescales queries and keys, in every layer",
    beyond="decays smoothly past the trained length",
    cost="nothing to train; a rotation and a scaling",
    keys=xpos_keys,
    offset_product=offset_product,
)
