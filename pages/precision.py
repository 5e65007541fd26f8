from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from core.frequencies import inverse_frequencies
from core.inputs.parameter import LENGTH
from core.long_context.dtypes import DTYPE, EXACT, STEPS, Dtypes, everywhere, rounded
from core.long_context.error_map import ErrorMap, error_map
from core.long_context.merged_positions import distinct_positions, first_collision, merged_with, overflow
from core.long_context.rotation_errors import rotation_errors, rotations
from core.long_context.score_drift import MAX_PAIRS, rotated_scores, score_drift
from core.numeric.spacing import evenly_spread
from figures.curves import Line, Mark
from figures.long_context.merged_positions import staircase
from figures.long_context.rounding import PAIR, ROUNDED
from figures.long_context.rounding_errors import error_heatmap, growth_curves
from figures.long_context.score_drift import score_drift_band
from figures.schemes.rotary import score_curves
from figures.theme import SERIES
from pages.shared import chart, room
from pages.shared.views import one_of

LEAST = 8192  # positions shown: bfloat16 and float16 go wrong within them, whatever length says
FARTHEST = LENGTH.stops[-1]
NEAR, DOTS, OFFSETS = 10, 193, 64
LARGE, STEADY = 0.1, 0.01  # an error, and how far a score moves, that are told apart from others
NAMES = dict(zip(STEPS, ("position", "inverse frequency", "angle", "cos and sin"), strict=True))
ALL, EACH = "all four", "each its own"
PARTS = [ALL, *NAMES.values(), EACH]
KEYS = dict(zip(STEPS, ("position_dtype", "frequency_dtype", "angle_dtype", "cos_sin_dtype"), strict=True))
SMALL = DTYPE.options[:3]

settings, words = room.enter(__file__)
dim, shape = settings.d_model, {"base": settings.base, "scale": settings.scale}
palette = chart.palette()


def minus(text: str) -> str:
    return text.replace("-", "−")


def error(value: float) -> str:
    """Two digits after those that are 0: an error is known no better."""
    if value == 0 or np.isnan(value):
        return "none" if value else "0"
    if value >= 1e-4:
        return f"{value:.2f}" if value >= 0.1 else f"{value:#.2g}"
    digits, exponent = f"{value:.1e}".split("e")
    return f"{digits} × 10{str(int(exponent)).translate(str.maketrans('-0123456789', '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'))}"


def ask() -> tuple[str, Dtypes, int]:
    """What is rounded, to which dtypes, and the position that is followed."""
    line = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
    asked = line.selectbox(
        "what is rounded", PARTS, key="rounding", bind="query-params", help=words["Part: help"], width=230
    )
    part = asked if asked in PARTS else ALL
    if part == EACH:
        with line.popover(words["Each: label"], help=words["Each: help"]):
            starts = (SMALL[0], "float32", SMALL[0], SMALL[0])
            chosen = [
                one_of(NAMES[step], DTYPE.options, key=KEYS[step], default=start)
                for step, start in zip(STEPS, starts, strict=True)
            ]
        dtypes = Dtypes(*chosen)
    else:
        dtype = one_of("to", DTYPE.options, key="dtype", place=line, help=DTYPE.meaning)
        dtypes = everywhere(dtype) if part == ALL else alone(part, everywhere(dtype))
    position = line.number_input("position", 0, FARTHEST - 1, 257, key="followed", bind="query-params", width=140)
    return part, dtypes, position


def alone(part: str, dtypes: Dtypes) -> Dtypes:
    """One step rounded as given, the others not at all."""
    return dtypes.only(next(step for step, name in NAMES.items() if name == part))


def hardest() -> tuple[int, float]:
    """The pair that the followed position hits hardest, one without an angle first, and its error."""
    errors = rotation_errors([position], dim, dtypes, **shape)[0]
    pair = int(np.argmax(np.where(np.isnan(errors), np.inf, errors)))
    return pair, float(errors[pair])


def mapped(given: Dtypes) -> ErrorMap:
    return error_map(far, dim, given, **shape)


def told() -> dict[str, Any]:
    """Everything that the words tell."""
    own, group = dtypes.position, merged_with(position, dtypes.position)
    small = dtypes.cos_sin if dtypes.cos_sin in SMALL[:2] else SMALL[0]
    cast = mapped(Dtypes("float32", "float32", "float32", small)).largest
    say = {
        "dtype": own,
        "position": position,
        "far": far,
        "last": far - 1,
        "length": settings.length,
        "least": LEAST,
    }
    say |= {"small": small, "cast": error(cast), "rough": error(mapped(everywhere(small)).largest)}
    say |= {"distinct": distinct_positions(far, own), "collision": first_collision(own), "overflow": overflow(own)}
    say |= {"first": group.first, "end": group.last, "pair": pair, "pairs": dim // 2, "rows": len(errors.pairs)}
    say |= {
        "next": say["collision"] + 1,
        "largest": error(errors.largest),
        "whole": errors.complete_to,
        "part": part,
    }
    say |= {
        "looked": "all positions"
        if errors.complete_to == far - 1
        else words["Looked"].format(whole=errors.complete_to)
    }
    return say | {"setting": described(), "number": number(rounded(position, own).item()), "missed": error(missed)}


def described() -> str:
    if part == EACH:
        return ", ".join(f"{NAMES[step]} {getattr(dtypes, step)}" for step in STEPS)
    dtype = next((d for d in (getattr(dtypes, step) for step in STEPS) if d != EXACT), EXACT)
    return f"{'all four steps' if part == ALL else f'the {part}'} in {dtype}"


def number(value: float) -> str:
    return "∞" if np.isinf(value) else "none" if np.isnan(value) else minus(f"{value:,.10g}")


def latex(value: float, digits: int) -> str:
    if not np.isfinite(value):
        return r"\infty" if np.isinf(value) else r"\text{none}"
    mantissa, _, exponent = f"{value:.{digits}g}".partition("e")
    return mantissa if not exponent else rf"{mantissa}\cdot 10^{{{int(exponent)}}}"


def followed() -> dict[str, str]:
    """The followed position through the four steps and without rounding, in LaTeX, and how it ends."""
    given, exact = (rotations([position], dim, d, pairs=[pair], **shape) for d in (dtypes, Dtypes()))
    p, w, a, c, s = (float(np.ravel(x)[0]) for x in vars(given).values())
    _, frequency, angle, cosine, sine = (float(np.ravel(x)[0]) for x in vars(exact).values())
    divided = "" if settings.scale == 1 else f" / {settings.scale:g}"
    exponent = f"-{2 * pair}/{dim}" if pair else "0"
    source = rf"{settings.base:.0f}^{{{exponent}}}{divided}"
    lines = [
        (r"\tilde p", dtypes.position, str(position), latex(p, 10)),
        (rf"\tilde\omega_{{{pair}}}", dtypes.inverse_frequency, source, latex(w, 7)),
        (r"\tilde\theta", dtypes.angle, rf"{latex(p, 10)}\cdot {latex(w, 7)}", latex(a, 8)),
        (r"\tilde c", dtypes.cos_sin, rf"\cos {latex(a, 8)}", latex(c, 5)),
        (r"\tilde s", dtypes.cos_sin, rf"\sin {latex(a, 8)}", latex(s, 5)),
    ]
    steps = [rf"{name} &= \text{{{dtype}}}({inner}) = {out}" for name, dtype, inner, out in lines]
    true = [
        rf"\theta &= {position}\cdot {latex(frequency, 7)} = {latex(angle, 8)}",
        rf"c &= \cos\theta = {latex(cosine, 5)}",
        rf"s &= \sin\theta = {latex(sine, 5)}",
    ]
    kind = "none" if not np.isfinite(a) else "right" if missed == 0 else "wrong"
    outcome = words[f"Outcome: {kind}"].format(turn=minus(f"{a - angle:.4g}"), missed=error(missed))
    return {"formula": r" \\ ".join([*steps, *true]), "outcome": outcome}


def metrics(say: dict[str, Any]) -> None:
    free = dtypes.position == EXACT
    shown = {
        "Counts exactly to": ("any position" if free else f"{say['collision']:,}", "" if free else "next"),
        "Different positions": (f"{say['distinct']:,}", "of"),
        "Largest error": (say["largest"], "overflow" if errors.overflows else "largest"),
        "Cast at the end": (say["cast"], "cast"),
    }
    with st.grid(4, min_column_width=150, gap="small"):
        for label, (value, note) in shown.items():
            said = words[f"Metric: {note}"].format(**say) if note else words["Metric: exact"]
            st.metric(label, value, said, delta_color="off", delta_arrow="off")


def show_error(say: dict[str, Any]) -> None:
    left, right = st.columns(2, gap="medium")
    with left:
        show_stairs(say)
    with right:
        st.markdown(words["Map: heading"])
        collides = dtypes.position != EXACT and say["collision"] < far
        figure = error_heatmap(
            errors.worst, errors.edges, errors.pairs, palette=palette, unit=words["Error: axis"],
            overflow=words["Gap"], mark=(max(position, 1), pair),
            edge=(say["collision"], words["Map: edge"].format(**say)) if collides else None,
        )  # fmt: skip
        chart.show(figure, alt=words["Map: alt"].format(**say), table=table_of_map, key="error_map")
        st.caption(words["Map"].format(**say))
    st.caption(words["Reach: short" if settings.length < LEAST else "Reach"].format(**say))


def table_of_map() -> pd.DataFrame:
    ends = {"first position": errors.edges[:-1], "last position": errors.edges[1:] - 1}
    return pd.DataFrame(ends | {f"pair {i}": row for i, row in zip(errors.pairs, errors.worst, strict=True)})


def show_stairs(say: dict[str, Any]) -> None:
    """The neighbourhood of the followed position, or of the first that overflows: some steps to each side."""
    own = dtypes.position
    group = merged_with(position, own)
    middle = position if group.last is not None else group.first
    last_held = merged_with(max(middle - 1, 0), own) if group.last is None else group
    reach = max(NEAR, 4 * (last_held.last - last_held.first + 1))
    at = max(middle - reach, 0) + evenly_spread(middle + reach - max(middle - reach, 0) + 1, DOTS)
    given = rotations(at, dim, dtypes, pairs=[pair], **shape)
    believed = given.angles[:, 0] / (inverse_frequencies(dim, settings.base)[pair] / settings.scale)
    stairs = {"rounded": given.positions, "angle": believed}
    finite = {name: np.where(np.isfinite(values), values, np.nan) for name, values in stairs.items()}
    looks = {"rounded": (ROUNDED, "lines+markers", 1.0), "angle": (PAIR, "lines", 1.5)}
    lines = [
        Line(words[f"Stairs: {n}"].format(**say), at.astype(float), finite[n], c, mode=mode, width=w)
        for n, (c, mode, w) in looks.items()
    ]
    arrived = rounded(middle, own).item()
    mark = Mark(middle, arrived if np.isfinite(arrived) else middle, f"{middle:,} → {number(arrived)}")
    st.markdown(words["Stairs: heading"])
    figure = staircase(
        at, lines, palette=palette, exact=words["Stairs: exact"], x="position (tokens)",
        y="position that is left (tokens)", marks=[mark],
    )  # fmt: skip
    table = pd.DataFrame(
        {"position": at, "after rounding": given.positions, f"by the angle of pair {pair}": believed}
    )
    chart.show(figure, alt=words["Stairs: alt"].format(**say), table=table.copy, key="stairs")
    st.caption(words["Stairs"].format(**say))


def collided(say: dict[str, Any]) -> str:
    """What becomes of the followed position."""
    if dtypes.position == EXACT:
        return words["Collided: exact"].format(**say)
    if say["end"] is None:
        return words["Collided: infinite"].format(**say)
    kind = "alone" if say["first"] == say["end"] else "two" if say["end"] - say["first"] == 1 else "many"
    return words[f"Collided: {kind}"].format(**say, count=say["end"] - say["first"] + 1)


def show_steps(say: dict[str, Any]) -> None:
    rows = {ALL: everywhere} | {name: lambda d, name=name: alone(name, everywhere(d)) for name in NAMES.values()}
    maps = {(name, dtype): mapped(make(dtype)) for name, make in rows.items() for dtype in SMALL}
    kind = next((d for d in vars(dtypes).values() if d in SMALL), SMALL[0])
    if part == EACH:
        steps = {"together": errors} | {
            f"{n}, {getattr(dtypes, s)}": mapped(alone(n, dtypes)) for s, n in NAMES.items()
        }
    else:
        steps = {name: maps[name, kind] for name in rows}
    types = {dtype: maps[ALL if part == EACH else part, dtype] for dtype in SMALL}
    say |= {"kind": kind, "shown": "all four steps" if part in {ALL, EACH} else f"the {part} alone"}
    left, right = st.columns(2, gap="medium")
    for place, title, found in ((left, "Steps", steps), (right, "Dtypes", types)):
        with place:
            st.markdown(words[f"{title}: each" if title == "Steps" and part == EACH else title].format(**say))
            curves = growing(found, title)
            alt = words[f"{title}: alt"].format(**say, said=ends(found))
            chart.show(curves, alt=alt, table=lambda found=found: by_name(found), key=title.lower())
    table = {"rounded": list(rows)}
    for d in SMALL:
        table |= {f"{d}: largest": [error(maps[name, d].largest) for name in rows]}
        table |= {f"{d}: over {LARGE:g} near": [first_large(maps[name, d]) for name in rows]}
    st.markdown(words["Table"].format(**say))
    st.dataframe(pd.DataFrame(table), hide_index=True, alt=words["Table: alt"].format(**say))
    st.dataframe(formats(), hide_index=True, alt=words["Formats: alt"].format(**say))


def growing(found: dict[str, ErrorMap], title: str) -> Any:
    colours = (ROUNDED, *SERIES[:3], SERIES[5])
    bold = (ALL, "together") if part in {ALL, EACH} else (part,)
    lines = [
        Line(name, m.positions.astype(float), m.so_far, colour, width=4 if name in bold else 2, dash=dash(name))
        for (name, m), colour in zip(found.items(), colours if title == "Steps" else SERIES[2:], strict=False)
    ]
    return growth_curves(lines, palette=palette, x="up to position (tokens)", y=words["Error: axis"])


def dash(name: str) -> Any:
    """The curve of angles often lies on that of positions."""
    return "dash" if name.startswith(NAMES["angle"]) else "solid"


def ends(found: dict[str, ErrorMap]) -> str:
    return ", ".join(f"{name} {error(m.largest)}" for name, m in found.items())


def first_large(found: ErrorMap) -> str:
    """About where an error becomes large."""
    at = found.first_above(LARGE)
    return "–" if at is None else f"{at:,}"


def by_name(found: dict[str, ErrorMap]) -> pd.DataFrame:
    return pd.DataFrame({"up to position": errors.positions} | {name: m.so_far for name, m in found.items()})


def formats() -> pd.DataFrame:
    names = DTYPE.options
    columns = {
        "dtype": list(names),
        "counts exactly to": [f"{first_collision(d):,}" for d in names],
        f"different positions of 0–{far - 1:,}": [f"{distinct_positions(far, d):,}" for d in names],
        "infinite from": ["–" if overflow(d) is None else f"{overflow(d):,}" for d in names],
    }
    return pd.DataFrame(columns)


def show_scores(say: dict[str, Any]) -> None:
    offset = 1
    found = score_drift(far, offset, dim, dtypes, **shape)
    last = errors.last_finite  # what overflows has no scores
    queries = sorted({min(max(position, 1), last), last})
    curves = {q: scores(q, dtypes) for q in queries}
    offsets = np.arange(OFFSETS + 1)
    exact = rotated_scores(offsets, 0 * offsets, dim, Dtypes(), **shape)
    low, high = found.low, found.high
    say |= {"offset": offset, "exact": found.exact, "low": minus(f"{low:.3f}"), "high": f"{high:.3f}"}
    say |= {"queries": " and ".join(f"{q:,}" for q in queries), "counted": min(MAX_PAIRS, dim // 2)}
    left, right = st.columns(2, gap="medium")
    with left:
        st.markdown(words["Wander: heading"])
        figure = score_drift_band(
            found.edges, found.lowest, found.highest, found.exact, palette=palette,
            y=words["Score: axis"], names=(words["Wander: band"], words["Wander: exact"]),
        )  # fmt: skip
        columns = {"first query": found.edges[:-1], "last query": found.edges[1:] - 1}
        table = pd.DataFrame(columns | {"lowest": found.lowest, "highest": found.highest, "exact": found.exact})
        chart.show(figure, alt=words["Wander: alt"].format(**say), table=table.copy, key="wander")
    with right:
        st.markdown(words["Scores: heading"])
        lines = [
            Line(f"query at {q:,}", offsets[: len(y)], y, colour)
            for (q, y), colour in zip(curves.items(), (PAIR, ROUNDED), strict=False)
        ]
        lines.append(Line(words["Wander: exact"], offsets, exact, palette.text, dash="dot"))
        figure = score_curves(lines, palette=palette, y=words["Score: axis"], height=420)
        columns = {"offset": offsets, "exact": exact} | {f"query at {q}": pd.Series(y) for q, y in curves.items()}
        table = pd.DataFrame(columns)
        chart.show(figure, alt=words["Scores: alt"].format(**say), table=table.copy, key="rounded_scores")
    other = dtypes == Dtypes(inverse_frequency=dtypes.inverse_frequency)
    kind = (
        "steady" if dtypes == Dtypes() or (high - low < STEADY and not other) else "other" if other else "wanders"
    )
    st.markdown(words["Scores"].format(**say) + " " + words[f"Scores: {kind}"])
    if errors.overflows:
        st.markdown(words["Scores: overflow"])


def scores(query: int, given: Dtypes) -> Any:
    """A query against the keys before it."""
    offsets = np.arange(min(query, OFFSETS) + 1)
    return rotated_scores(0 * offsets + query, query - offsets, dim, given, **shape)


VIEWS = {"Positions and pairs": show_error, "Steps and dtypes": show_steps, "Effect on q · k": show_scores}

part, dtypes, position = ask()
if dim < 2:
    st.info(words["One feature"])
else:
    far = max(settings.length, LEAST, position + 1)
    errors = mapped(dtypes)
    pair, missed = hardest()
    say = told()
    st.markdown(words["Advice"].format(**say))
    metrics(say)
    tabs = st.tabs(list(VIEWS), key="precision_view", bind="query-params", on_change="rerun")
    for tab, view in zip(tabs, VIEWS.values(), strict=True):
        if tab.open:
            with tab:
                view(say)
    st.markdown(collided(say))
    st.markdown(words["Formula"].format(**say, **followed()))
room.close(words)
