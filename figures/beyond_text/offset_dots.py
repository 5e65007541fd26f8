"""The offsets of a window on lines, and which of them training has not seen."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figures import spec, theme
from figures.curves import Line, trace
from figures.labels import title_above
from figures.spec import Figure

WITHIN = theme.INK


def offset_dots(
    offsets: NDArray[np.integer],  # (n,) patches
    # by title: (n,) the numbers that the network gets, and the largest in training
    lines: Mapping[str, tuple[NDArray[np.floating], float]],
    *,
    names: tuple[str, str],  # legend: dots that training has seen, and those beyond
    palette: theme.Palette,
) -> Figure:
    """A row of dots for each scale, in units of the largest value in training."""
    parts: dict[str, list[NDArray[Any]]] = {"x": [], "y": [], "offset": [], "beyond": []}
    for height, (values, largest) in enumerate(lines.values()):
        parts["x"].append(values / largest)
        parts["y"].append(np.full(len(values), -height))
        parts["offset"].append(offsets)
        parts["beyond"].append(np.abs(values) > largest * (1 + 1e-9))
    joined = {name: np.concatenate(each) for name, each in parts.items()}
    traces = [
        _dots(name, colour, joined, joined["beyond"] == beyond)
        for name, colour, beyond in zip(names, (WITHIN, theme.UNSEEN), (False, True), strict=True)
    ]
    layout = {
        "shapes": [spec.shade(-1, 1, opacity=0.15)],
        "annotations": [title_above(name, 0.28 - height, yref="y") for height, name in enumerate(lines)],
        "yaxis": {"visible": False, "range": [-len(lines) + 0.5, 0.7], "fixedrange": True},
    }
    title = "what the network gets ÷ its largest value in training"
    return spec.figure(traces, layout, palette=palette, height=280, x=title)


def _dots(name: str, colour: str, joined: Mapping[str, NDArray[Any]], which: NDArray[np.bool_]) -> dict[str, Any]:
    dots = Line(name, joined["x"][which], joined["y"][which], colour, mode="markers")
    offsets, marker = joined["offset"][which].astype(np.int32), {"color": colour, "size": 9}
    return trace(dots, "offset %{customdata}: %{x:.3f}", customdata=offsets, marker=marker)
