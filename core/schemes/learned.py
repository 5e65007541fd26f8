"""A learned table: one trained row for every position up to a fixed length."""

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.inputs.checked import Positions, checked
from core.schemes.scheme import Family, Scheme


@cache
def sample() -> NDArray[np.float64]:
    """A trained table of shape (256, 64) from the file beside this one, dimensionless, read-only."""
    table: NDArray[np.float64] = np.load(Path(__file__).with_name("learned.npy")).astype(np.float64)
    table.setflags(write=False)
    return table


@checked()
def learned(
    positions: Positions, d_model: int = 64, *, table: NDArray[np.float64] | None = None
) -> NDArray[np.float64]:
    """Rows of a trained table [1]_ [2]_.

    Parameters
    ----------
    positions : int or array_like of shape (n,)
        Whole tokens from 0 to the last row.
    d_model : int
        The table's width.
    table : ndarray of shape (length, d_model) or None
        None takes `sample`.

    Returns
    -------
    rows : ndarray of shape (n, d_model)
        In units of the table.

    Raises
    ------
    ValueError
        If there is no row for a position, or d_model is not the width of the table.

    References
    ----------
    .. [1] Gehring et al. 2017, section 3.1, https://arxiv.org/abs/1705.03122
    .. [2] Devlin et al. 2018, section 3, https://arxiv.org/abs/1810.04805
    """
    rows = sample() if table is None else table
    if d_model != rows.shape[1]:
        raise ValueError(f"d_model must be the table's width {rows.shape[1]}, got {d_model}")
    outside = (positions < 0) | (positions >= len(rows)) | (positions % 1 > 0)
    if outside.any():
        raise ValueError(f"positions must be rows 0 … {len(rows) - 1}; there is no row {positions[outside][0]:g}")
    return rows[positions.astype(int)]


SCHEME = Scheme(
    name="learned",
    family=Family.ADDITIVE,
    year=2017,
    source="Gehring et al., section 3.1, [1705.03122](https://arxiv.org/abs/1705.03122); "
    "Devlin et al., [1810.04805](https://arxiv.org/abs/1810.04805)",
    function=learned,
    relative=False,
    is_learned=True,
    acts="added to the embeddings, once",
    beyond="no such row",
    cost="length × d_model numbers",
    table=sample,
)
