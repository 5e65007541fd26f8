"""A signal and what is learned of it; times of waves; errors by bandwidth; sets of frequencies."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from figures import spec, theme
from figures.curves import LOG, Line, Mark, curves, named_at_ends, teeth
from figures.spec import Figure

FEATURES, PLAIN, OCTAVES, SAMPLES = theme.ENCODING, theme.GHOST, theme.INK, theme.GHOST


def signal_curves(
    lines: Sequence[Line],
    samples: tuple[str, NDArray[np.floating], NDArray[np.floating]],  # name, places from 0 to 1, and values
    *,
    palette: theme.Palette,
) -> Figure:
    """What networks say of a signal, with its samples as points, on a fixed axis."""
    name, places, values = samples
    points = Line(name, places, values, theme.INK, mode="markers")
    figure = curves([*lines, points], palette=palette, x="place (0 to 1)", y="height of the signal", height=380)
    figure["data"][-1]["marker"]["size"] = 5
    return named_at_ends(figure.under({"xaxis": {"range": [0, 1]}}), [*lines, points], -1.3, 1.3)


def wave_times(
    lines: Sequence[Line],
    *,
    budget: float,  # the time, in the unit of the lines
    palette: theme.Palette,
    x: str,
    y: str,
) -> Figure:
    """Time that each wave takes, logarithmic, with a dashed line at the time that has been given."""
    figure = curves(lines, palette=palette, x=x, y=y, height=340, log_y=True)
    return named_at_ends(figure.under({"shapes": [spec.level(budget)]}), lines, -2.6, 2.2, log_y=True)


def bandwidth_curves(
    lines: Sequence[Line],
    *,
    # first and last bandwidth of a range, and its name; every second one is shaded
    ranges: Sequence[tuple[float, float, str]],
    marks: Sequence[Mark],
    palette: theme.Palette,
    x: str,
    y: str,
) -> Figure:
    """Errors over the bandwidth, with names of the ranges above and rings at the reader's."""
    figure = curves(lines, palette=palette, x=x, y=y, height=340, log_x=True, marks=marks)
    edges = [*(low for low, _, _ in ranges), ranges[-1][1]]
    edges[1:-1] = [float(np.sqrt(a * b)) for (_, a, _), (b, _, _) in pairwise(ranges)]
    shapes, names = [], []
    for index, (low, high) in enumerate(pairwise(edges)):
        if index % 2:
            shapes.append(spec.shade(low, high, opacity=0.18))
        middle = (np.log10(low) + np.log10(high)) / 2
        place = {"x": float(middle), "xref": "x", "y": 1, "yref": "paper", "yanchor": "top"}
        names.append(place | {"text": ranges[index][2]})
    log = LOG | {"tickvals": [0.5, 1, 2, 5, 10, 20, 50, 100]}
    top = 1.15 * max(float(line.y.max()) for line in lines)
    layout = {"shapes": shapes, "annotations": names, "xaxis": log}
    return named_at_ends(figure.under(layout), lines, 0.0, top or 1.0)


def frequency_rows(
    sets: Mapping[str, tuple[NDArray[np.floating], str]],  # by name: frequencies above 0, and the colour
    *,
    palette: theme.Palette,
    x: str,
) -> Figure:
    """Sets of frequencies as ticks on one logarithmic axis, a row each."""
    traces = [
        teeth(name, values, np.full(len(values), row), colour, 22)
        | {"hovertemplate": "%{x:,.3~r}<extra></extra>", "showlegend": False}
        for row, (name, (values, colour)) in enumerate(sets.items())
    ]
    down = {"tickvals": list(range(len(sets))), "ticktext": list(sets), "range": [len(sets) - 0.4, -0.6]}
    layout = {"xaxis": LOG | {"range": [-2, 3]}, "yaxis": down | {"showgrid": False, "zeroline": False}}
    layout["margin"] = {"t": 12}
    return spec.figure(traces, layout, palette=palette, height=62 + 40 * len(sets), x=x)
