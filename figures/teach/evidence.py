"""One plain picture for every question: curves, dots, bars or a strip, the point that decides, and the guess."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from figures import spec, theme

if TYPE_CHECKING:
    from core.teach.questions.evidence import Evidence, Guess, Point, Series, Strip
    from figures.spec import Figure

COLOURS = {
    "truth": theme.SERIES[2], "other": theme.SERIES[3], "beside": theme.GHOST,
    "word": theme.EMBEDDING, "position": theme.ENCODING, "unseen": theme.UNSEEN,
}  # fmt: skip
_MODES = {"line": "lines", "dots": "markers", "both": "lines+markers"}
_ROOM = 0.08  # of an axis beyond the data, to either side
Range = tuple[float, float]


def evidence(shown: Evidence, *, palette: theme.Palette, guess: Guess | None = None, height: int = 340) -> Figure:
    """Draw what settles a question.

    Parameters
    ----------
    shown : Evidence
    palette : Palette
    guess : Guess or None
        A line across where it is a number, at the edge where it lies beyond; a dashed curve where it is one;
        else a note beside the point that decides.
    height : int
        Pixels.
    """
    x, y = _ranges(shown)
    traces = [_strip(shown.strip, palette)] if shown.strip else []
    traces += [_trace(series) for series in shown.series]
    if guess and guess.curve is not None:
        traces.append(_guessed_curve(shown, guess, palette))
    traces.append(_ring(shown.point, palette))
    named = len(shown.series) > 1 or bool(guess and guess.curve is not None)
    own: dict[str, Any] = {
        "xaxis": _axis(x, log=shown.log_x, names=shown.names),
        "yaxis": _axis(y, log=shown.log_y),
        "annotations": [_label(shown, x, y, guess, palette)],
        "margin": {"t": 56 if named else 30, "r": 20},
        "barmode": "overlay" if _one_bar_a_place(shown) else "group",
        "showlegend": named,
    }
    if guess and guess.axis:
        line, note = _guessed_line(guess, x if guess.axis == "x" else y, palette, log=_log(shown, guess.axis))
        own |= {"shapes": [line], "annotations": [note, *own["annotations"]]}
    return spec.figure(traces, own, palette=palette, height=height, x=shown.x, y=shown.y)


def _log(shown: Evidence, axis: str) -> bool:
    return shown.log_x if axis == "x" else shown.log_y


def _ranges(shown: Evidence) -> tuple[Range, Range]:
    """What both axes cover, as Plotly takes it: logarithms of logarithmic axes."""
    bars = any(series.drawn == "bars" for series in shown.series)
    ends = [[shown.point.x], [shown.point.y]]
    if shown.strip:
        return _span(shown.strip.x[[0, -1]], 0), _span(shown.strip.y[[0, -1]], 0)
    for series in shown.series:
        ends[0] += [float(np.min(series.x)), float(np.max(series.x))]
        ends[1] += [float(np.min(series.y)), float(np.max(series.y))]
    across = (min(ends[0]) - 0.6, max(ends[0]) + 0.6) if bars else ends[0]
    upward = [*ends[1], 0.0] if bars else ends[1]
    return _span(across, 0 if bars else _ROOM / 2, shown.log_x), _span(upward, _ROOM, shown.log_y)


def _span(values: Any, room: float, log: bool = False) -> Range:
    low, high = (float(end(np.log10(values) if log else values)) for end in (np.min, np.max))
    more = room * ((high - low) or 1)
    return low - more, high + more


def _axis(covered: Range, *, log: bool, names: tuple[str, ...] = ()) -> dict[str, Any]:
    axis: dict[str, Any] = {"range": list(covered), "zeroline": covered[0] < 0 < covered[1] and not log}
    if log:
        decades = covered[1] - covered[0]
        wide = {"dtick": int(np.ceil(decades / 5)), "exponentformat": "power"}
        axis |= {"type": "log", "tick0": 0} | (
            wide if decades >= 2 else {"dtick": float(np.log10(2)), "tickformat": ","}
        )
    if names:
        axis |= {"tickvals": list(range(len(names))), "ticktext": list(names)}
    return axis


def _one_bar_a_place(shown: Evidence) -> bool:
    places = [place for series in shown.series for place in np.atleast_1d(series.x).tolist()]
    return len(set(places)) == len(places)


def _trace(series: Series) -> dict[str, Any]:
    colour = COLOURS[series.role]
    shared = {"name": series.name, "x": np.asarray(series.x, np.float32), "y": np.asarray(series.y, np.float32)}
    if series.drawn == "bars":
        return shared | {"type": "bar", "marker": {"color": colour}}
    line = {"color": colour, "width": 1.5 if series.role == "beside" else 2.5}
    look = {"mode": _MODES[series.drawn], "line": line, "marker": {"color": colour, "size": 7}}
    return shared | {"type": "scatter"} | look


def _strip(strip: Strip, palette: theme.Palette) -> dict[str, Any]:
    return {
        "type": "heatmap",
        "x": np.asarray(strip.x, np.float32),
        "y": np.asarray(strip.y, np.float32),
        "z": np.asarray(strip.shares, np.float32),
        "zmin": 0,
        "zmax": 1,
        "colorscale": [(0.0, palette.neutral), (1.0, theme.UNSEEN)],
        "colorbar": {
            "title": {"text": strip.unit, "side": "right"},
            "tickformat": ".0%",
            "thickness": 12,
            "nticks": 3,
        },
    }


def _guessed_curve(shown: Evidence, guess: Guess, palette: theme.Palette) -> dict[str, Any]:
    x = np.asarray(shown.series[0].x, np.float32)
    line = {"color": palette.text, "width": 2.5, "dash": "dash"}
    curve = {"x": x, "y": np.asarray(guess.curve, np.float32), "mode": "lines", "line": line}
    return {"type": "scatter", "name": guess.label} | curve


def _ring(point: Point, palette: theme.Palette) -> dict[str, Any]:
    look = {"color": palette.text, "size": 11, "symbol": "circle-open", "line": {"width": 2}}
    place = {"x": [point.x], "y": [point.y], "mode": "markers", "marker": look, "cliponaxis": False}
    return {"type": "scatter", "showlegend": False, "hoverinfo": "skip"} | place


def _label(shown: Evidence, x: Range, y: Range, guess: Guess | None, palette: theme.Palette) -> dict[str, Any]:
    """What is computed at the point that decides, towards the middle; below it a guess that has no other place."""
    point = shown.point
    at = [float(np.log10(value)) if log else value
          for value, log in ((point.x, shown.log_x), (point.y, shown.log_y))]  # fmt: skip
    right, above = ((value - low) / (high - low) > 0.5 for value, (low, high) in zip(at, (x, y), strict=True))
    text = f"<b>{point.label}</b>"
    if guess and guess.axis is None and guess.curve is None:
        text += f"<br>{guess.label}"
    arrow = {"showarrow": True, "ax": -44 if right else 44, "ay": 38 if above else -38, "arrowcolor": palette.text}
    side = {"xanchor": "right" if right else "left", "yanchor": "top" if above else "bottom", "align": "left"}
    return {"x": at[0], "y": at[1], "text": text, "standoff": 6} | arrow | side | _card(palette)


def _guessed_line(
    guess: Guess, covered: Range, palette: theme.Palette, *, log: bool
) -> tuple[dict[str, Any], dict[str, Any]]:
    """A dashed line across, with its name at its end; an arrow tells of a guess beyond the edge."""
    low, high = covered
    asked = float(np.log10(max(guess.at, 1e-300))) if log else guess.at
    at = min(max(asked, low), high)
    upright = guess.axis == "x"
    beyond = ("← " if upright else "↓ ") * (asked < low) + ("→ " if upright else "↑ ") * (asked > high)
    along, across = ("x", "y") if upright else ("y", "x")
    drawn = float(10**at) if log else at
    line = {
        "type": "line",
        "line": {"color": palette.text, "width": 2, "dash": "dash"},
        f"{along}ref": along, f"{along}0": drawn, f"{along}1": drawn,
        f"{across}ref": f"{across} domain", f"{across}0": 0, f"{across}1": 1,
    }  # fmt: skip
    end = (at - low) / (high - low) > 0.5
    sides = {"xanchor": "right" if end else "left", "yanchor": "bottom", "yshift": 2}
    if not upright:
        sides = {"xanchor": "right", "yanchor": "top" if end else "bottom"}
    place = {along: at, f"{along}ref": along, across: 1, f"{across}ref": f"{across} domain"}
    note = {"text": f"{beyond}{guess.label}", "showarrow": False} | place | sides
    return line, note


def _card(palette: theme.Palette) -> dict[str, Any]:
    return {"bgcolor": palette.neutral, "bordercolor": palette.grid, "borderpad": 4, "opacity": 0.95}
