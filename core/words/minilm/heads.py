"""How much each head of the model lives on position."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.inputs.parameter import check_whole
from core.words.minilm.model import HEADS, LAYERS, Run

NEAR = (-3, -2, -1, 1, 2, 3)
"""Offsets of key from query, tokens, at which a head may look; farther ones have too few queries for a mean."""

LOOKS_BACK = (0, 2)
"""Layer and head, from 0, of which nearly all attention goes to the token before."""


def layer_and_head(text: str) -> tuple[int, int]:  # text: untrusted, such as "0.2"
    """Layer and head that an address names; `LOOKS_BACK` where it names none.

    >>> layer_and_head("5.11"), layer_and_head("6.0"), layer_and_head("<b>")
    ((5, 11), (0, 2), (0, 2))
    """
    names = {f"{layer}.{head}": (layer, head) for layer in range(LAYERS) for head in range(HEADS)}
    return names.get(text, LOOKS_BACK)


def moved(with_positions: Run, without_positions: Run) -> NDArray[np.float64]:  # (layers, heads) from 0 to 1
    """How far a head's attention moves when the table of positions is taken away.

    That is the share of a query's attention that goes to other tokens then: half the sum of the absolute
    differences, a mean over all queries.
    """
    differences = np.abs(with_positions.attention - without_positions.attention)
    return differences.sum(axis=-1, dtype=np.float64).mean(axis=-1) / 2


def share_at_offset(attention: NDArray[Any], offset: int) -> NDArray[np.float64]:
    """What a query gives to the key at an offset, a mean over the words that have such a key.

    Attention has the shape (..., n, n), with n of at least 3 tokens; [CLS] and [SEP], the first and the last, count
    as keys alone. NaN where no word has such a key.
    """
    n = attention.shape[-1]
    check_whole(offset, "offset", least=1 - n, most=n - 1)
    queries = np.arange(1, n - 1)
    queries = queries[(queries + offset >= 0) & (queries + offset < n)]
    if not len(queries):
        return np.full(attention.shape[:-2], np.nan)
    return attention[..., queries, queries + offset].mean(axis=-1, dtype=np.float64)


def favourite_offsets(attention: NDArray[Any]) -> tuple[NDArray[np.int_], NDArray[np.float64]]:
    """The near offset at which each head looks most, tokens, and its share there; shapes (layers, heads)."""
    n = attention.shape[-1]
    offsets = [offset for offset in NEAR if abs(offset) < n]
    shares = np.stack([share_at_offset(attention, offset) for offset in offsets])  # (offsets, layers, heads)
    best = np.nanargmax(shares, axis=0)
    return np.array(offsets)[best], np.take_along_axis(shares, best[None], axis=0)[0]


def favourite_keys(attention: NDArray[Any]) -> tuple[NDArray[np.int_], NDArray[np.float64]]:
    """The token that each head looks at most, wherever it looks from, and its share; shapes (layers, heads).

    A share is a mean over the words; [CLS] and [SEP] count as keys alone.
    """
    shares = attention[..., 1:-1, :].mean(axis=-2, dtype=np.float64)  # (layers, heads, n)
    return shares.argmax(axis=-1), shares.max(axis=-1)
