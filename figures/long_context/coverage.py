"""Angles never seen in training, in red: over positions and pairs, and for a single pair."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figures import spec, theme
from figures.curves import trace
from figures.heatmap import shares
from figures.labels import LEADER, at_ends
from figures.long_context import pair_panels
from figures.long_context.rules import Look, Looks
from figures.spec import Figure

MIN_STRIP, MIN_HEIGHT = 30, 330  # pixels, of a strip and of the figure
MAX_TURNS = 12  # on the axis of a pair that has not seen the whole circle
LETTER = 8  # pixels
HOVER_POINTS = 65  # of a straight line, so that it can be hovered


def unseen_strips(
    # (rows, pairs) rule → share of the positions of a row at unseen angles
    shares: Mapping[str, NDArray[np.floating]],
    *,
    titles: Mapping[str, str],  # rule → title of its strip
    looks: Looks,
    positions: int,  # covered by a row, tokens
    original: int,  # length in training, tokens
    palette: theme.Palette,
    pair: int | None,  # marked by a vertical line; a click on another selects it
    x: str,
    y: str,
) -> Figure:
    """A strip for each rule: pairs across, positions down from 0, the trained window above a dashed line."""
    rows, pairs = next(iter(shares.values())).shape
    axis = {
        "range": [rows * positions, 0],
        "tickvals": [original, rows * positions],
        "ticktext": [f"{original:,}", f"{rows * positions:,}"],
        "showgrid": False,
    }
    panels = [
        pair_panels.Panel(
            titles[rule],
            [_cells(share, positions, palette)],
            axis,
            [pair_panels.Level(original)],
            colour=looks[rule].colour,
            has_frame=True,
        )
        for rule, share in shares.items()
    ]
    least = pair_panels.TOP + pair_panels.BOTTOM + len(shares) * (MIN_STRIP + pair_panels.GAP)
    figure = pair_panels.stack(
        panels, palette=palette, pair=pair, pairs=pairs, x=x, height=max(MIN_HEIGHT, least), left=98, hover="x"
    )
    title = {"text": y, "textangle": -90, "x": 0, "xref": "paper", "xshift": -86, "y": 0.5, "yref": "paper"}
    notes = [*figure["layout"]["annotations"], title]
    return figure.under({"annotations": notes, "xaxis": {"showgrid": False, "ticklabelstandoff": 6}})


def pair_turns(
    rates: Mapping[str, float],  # rule → turns per token
    *,
    looks: Looks,
    arc: float,  # turns seen in training; with 1 or more nothing is red
    original: int,  # length in training, tokens
    target: int,  # wanted length, tokens
    palette: theme.Palette,
    x: str,
    y: str,
) -> Figure:
    """How far one pair has turned at every position; angles never seen in training have a red background."""
    most_turns = max(rates.values()) * target or 1.0
    top = most_turns if arc >= 1 else min(max(most_turns, 1.0), MAX_TURNS)
    lines = [_straight(rule, looks[rule], rate, target) for rule, rate in rates.items()]
    turns = range(int(np.ceil(top))) if arc < 1 else ()
    ends = [(rule, min(rate * target, 1.02 * top), looks[rule].colour) for rule, rate in rates.items()]
    trained: dict[str, Any] = {"x": original, "y": 1, "yref": "paper", "yanchor": "bottom"}
    trained["xanchor"] = "left" if original < 0.7 * target else "right"
    layout = {
        "shapes": [spec.rule(original, dash="dash"), *(_red(turn + arc, turn + 1) for turn in turns)],
        "annotations": [trained | {"text": f"trained {original:,}"}, *at_ends(ends, 0, 1.02 * top, 0.06 * top)],
        "xaxis": {"range": [0, target], "tickformat": ","},
        "yaxis": {"range": [0, 1.02 * top], "tickformat": ",~g"},
        "meta": {"follows": {"yaxis": ["base", "context"]}},  # from thousands of turns to a part of one
        "showlegend": False,
        "margin": {"t": 24, "r": 16 + LEADER + LETTER * max(map(len, rates))},
    }
    return spec.figure(lines, layout, palette=palette, height=380, x=x, y=y)


def _cells(share: NDArray[np.floating], positions: int, palette: theme.Palette) -> dict[str, Any]:
    return shares(share, theme.UNSEEN, palette) | {
        "z": np.rint(100 * share).astype(np.uint8),  # a quarter of the bytes of float32
        "zmax": 100,
        "y0": positions / 2,
        "dy": positions,
        "hovertemplate": "pair %{x:,}, around position %{y:,.0f}: %{z}% never seen<extra></extra>",
    }


def _straight(rule: str, look: Look, rate: float, target: int) -> dict[str, Any]:
    positions = np.linspace(0, target, HOVER_POINTS)
    return trace(look.line(rule, positions, rate * positions), "position %{x:,.0f}: %{y:,.4~r} turns")


def _red(low: float, high: float) -> dict[str, Any]:
    return spec.shade(low, high, opacity=0.22, colour=theme.UNSEEN, along="y")
