"""Heights at which labels do not overlap, and titles above rows and panels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def separated(values: NDArray[np.float64], gap: float) -> NDArray[np.float64]:
    """Heights for labels: near the values and in their order, but at least a gap apart.

    Parameters
    ----------
    values : ndarray of shape (n,)
    gap : float
        Smallest distance, in the unit of the values.

    Examples
    --------
    >>> separated(np.array([0.0, 10.0, 0.0]), 2.0)
    array([-1., 10.,  1.])
    """
    order = np.argsort(values, kind="stable")
    rank = np.arange(len(values)) * gap
    raised = np.maximum.accumulate(values[order] - rank) + rank  # only upwards
    lowered = np.minimum.accumulate((values[order] - rank)[::-1])[::-1] + rank  # only downwards
    placed = np.empty(len(values))
    placed[order] = (raised + lowered) / 2
    return placed


def title_above(text: str, height: float, *, yref: str = "paper") -> dict[str, Any]:
    """A title that stands on a height, at the left edge of the axes.

    Parameters
    ----------
    text : str
    height : float
        Share of the figure's axes, or in the unit of the axis that `yref` names.
    yref : str
        "paper", or an axis.
    """
    place = {"x": 0, "xref": "paper", "xanchor": "left", "y": height, "yref": yref, "yanchor": "bottom"}
    return place | {"text": text, "showarrow": False}
