"""Heights at which labels do not overlap, and titles above rows and panels."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray


def label_heights(
    values: NDArray[np.float64],  # (n,)
    gap: float,  # smallest distance, in the unit of the values
) -> NDArray[np.float64]:
    """Heights for labels: near the values and in their order, but at least a gap apart.

    >>> label_heights(np.array([0.0, 10.0, 0.0]), 2.0)
    array([-1., 10.,  1.])
    """
    order = np.argsort(values, kind="stable")
    rank = np.arange(len(values)) * gap
    up = np.maximum.accumulate(values[order] - rank) + rank  # only upwards
    down = np.minimum.accumulate((values[order] - rank)[::-1])[::-1] + rank  # only downwards
    heights = np.empty(len(values))
    heights[order] = (up + down) / 2
    return heights


LEADER = 22
"""Pixels from the end of a line to its name, where names had to move apart."""


def at_ends(
    ends: Sequence[tuple[str, float, str]],  # name, height and colour of each line
    low: float,  # end of the axis, in the unit of the heights (logarithms on a logarithmic one)
    high: float,  # the other end
    gap: float,  # height of a name, in this unit
) -> list[dict[str, Any]]:
    """Names of lines beside their right ends, in the order of the ends, no two on one another.

    Where a name is no longer beside its line's end, each gets a leader: else it would seem to name another line.
    """
    inset = 1e-6 * (high - low)  # Plotly hides a label whose point is off the axis, if only by rounding
    rank = np.argsort(np.argsort([height for _, height, _ in ends], kind="stable"))  # before clipping makes ties
    points = np.clip([height for _, height, _ in ends], low + inset, high - inset)
    near = np.sort(np.clip(points, low + gap / 2, high - gap / 2))
    heights = label_heights(near, gap)[rank]
    heights = np.minimum(heights, high - gap / 2 - (len(ends) - 1 - rank) * gap)  # room for those above
    heights = np.maximum(heights, low + gap / 2 + rank * gap)  # and for those below
    is_led = bool(len(ends)) and float(np.abs(heights - points).max()) > gap / 2 + 2 * inset
    beside = {"x": 1, "xref": "paper", "xanchor": "left", "yanchor": "middle"}
    return [
        beside
        | {"text": name, "font": {"color": colour}}
        | (_led(height, point, colour) if is_led else {"y": height, "xshift": 6})
        for (name, _, colour), height, point in zip(ends, heights.tolist(), points.tolist(), strict=True)
    ]


def _led(height: float, point: float, colour: str) -> dict[str, Any]:
    """A name at a height, with a thin line from the point that it names."""
    return {
        "y": point,
        "ay": height,
        "ayref": "y",
        "ax": LEADER,
        "xshift": 3,
        "showarrow": True,
        "arrowcolor": colour,
    }


def with_room(
    heights: NDArray[np.float64],  # (n,) of an ordered series, such as the heads of a model
    gap: float,  # height of a name, in their unit
) -> list[int]:
    """The first, the last, and those between whose names fit at their heights beside the ones chosen before.

    >>> with_room(np.array([-64.0, -32.0, -16.0, -8.0, -4.0]), 5.0)
    [0, 1, 2, 4]
    """
    chosen = [0, len(heights) - 1][: len(heights)]
    for index in range(1, len(heights) - 1):
        if np.abs(heights[chosen] - heights[index]).min() >= gap:
            chosen.append(index)
    return sorted(chosen)


def title_above(
    text: str,
    height: float,  # share of the figure's axes, or in the unit of the axis that `yref` names
    *,
    yref: str = "paper",  # "paper", or an axis
) -> dict[str, Any]:
    """A title that stands on a height, at the left edge of the axes."""
    place = {"x": 0, "xref": "paper", "xanchor": "left", "y": height, "yref": yref, "yanchor": "bottom"}
    return place | {"text": text}
