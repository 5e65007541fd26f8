"""The layers of a model as a strip: a bar a layer, low where it sees a window only."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from figures import spec, theme
from figures.spec import Figure

WINDOWED, WHOLE, SILENT = 0.55, 1.0, 0.3  # heights of bars
HEIGHT = 190  # pixels
FEW = 64  # layers up to which bars have gaps


def layer_strip(
    labels: Sequence[str],  # of each layer, from the first; equal ones share a legend entry
    *,
    turns: Sequence[bool],  # whether its queries and keys encode position; grey where they do not
    windowed: Sequence[bool],  # whether it sees only a window: a lower bar
    palette: theme.Palette,
) -> Figure:
    """A bar for each layer, in one colour where they are alike."""
    kinds = list(dict.fromkeys(labels))
    colours = _colours(dict(zip(labels, turns, strict=True)), palette)
    traces = [_bars(kind, colours[kind], labels, turns, windowed) for kind in kinds]
    layout = {
        "barmode": "overlay",
        "hovermode": "closest",
        "showlegend": True,
        "legend": {"font": {"size": 13}, "y": 1.02, "yanchor": "bottom"},
        "margin": {"l": 12, "r": 12, "t": 34},
        "xaxis": {"range": [-0.6, len(labels) - 0.4], "zeroline": False, "showgrid": False},
        "yaxis": {"visible": False, "range": [0, 1.05], "fixedrange": True},
    }
    return spec.figure(traces, layout, palette=palette, height=HEIGHT, x="layer")


def _colours(turns: dict[str, bool], palette: theme.Palette) -> dict[str, str]:
    """Grey for layers without position, else a tone each of the colour of what turns."""
    turning = [label for label, has_position in turns.items() if has_position]
    ramp_colours = dict(zip(turning, palette.ramp(len(turning), theme.ROTARY), strict=True))
    return {label: ramp_colours.get(label, theme.GHOST) for label in turns}


def _bars(
    kind: str, colour: str, labels: Sequence[str], turns: Sequence[bool], windowed: Sequence[bool]
) -> dict[str, Any]:
    at = np.flatnonzero([label == kind for label in labels])  # (n,) layers
    first = int(at[0])
    height = SILENT if not turns[first] else WINDOWED if windowed[first] else WHOLE
    return {
        "type": "bar",
        "name": kind,
        "x": at.astype(np.int32),
        "width": 0.88 if len(labels) <= FEW else 1,
        "y": np.full(len(at), height, np.float32),
        "marker": {"color": colour, "line": {"width": 0}},
        "hovertemplate": f"layer %{{x}}: {kind}<extra></extra>",
    }
