import re

import numpy as np
import pandas as pd
import streamlit as st

from components.pictures.rotation import rotation
from core.frequencies import inverse_frequencies
from core.inputs.parameter import LENGTH
from core.numeric.spacing import evenly_spread
from core.schemes.analysis.rotary import (
    VECTORS,
    head_vectors,
    pair_products,
    partial_sums,
    rotary_features,
    score_curve,
    scores_at,
    upper_bound,
)
from core.schemes.analysis.rotary_layouts import to_interleaved
from core.schemes.analysis.rotary_values import attention_drift
from core.schemes.rope import rope
from core.sinusoidal.landmarks import landmarks
from figures.curves import Line
from figures.heatmap import signed_heatmap
from figures.schemes.rotary import KEY, OTHER, OWN, QUERY, bounded_size, score_curves
from figures.theme import GHOST, SERIES
from pages.shared import address, chart, room
from pages.shared.numerals import minus, small
from pages.shared.views import one_of

HEADS = (2, 4, 8, 16, 32, 64, 80, 96, 128, 192, 256)
PARTS = ("1", "0.75", "0.5", "0.25")
FARTHEST = LENGTH.stops[-1]
TOLD = np.array([0, 10, 100])  # offsets whose scores are told in words
DRAWN, MANY = 6, 1000  # seeds drawn, and averaged
PLACES, NEAR, WINDOW, TOKENS = 512, 512, 128, 16

settings, words = room.enter(__file__)
length, last = settings.length, settings.length - 1
shape = {"base": settings.base, "scale": settings.scale}
palette = chart.palette()


def fill(heading: str, facts: dict[str, object]) -> str:
    """A section with its numbers, which get a true minus sign."""
    return re.sub(r"(?<![\w.^{])-(?=\d)", "−", words[heading].format(**facts))


def spread(vectors: np.ndarray, offset: int, **layouts: str) -> float:
    """How far the score at one offset varies over the positions of the sequence."""
    at = evenly_spread(length, PLACES)
    scores = scores_at(*vectors, at + offset, at, **shape, **layouts)
    return float(scores.max() - scores.min())


def metrics(measured: dict[str, float], prefix: str, facts: dict[str, object]) -> None:
    with st.grid(3, min_column_width=220, gap="small"):
        for name, value in measured.items():
            with st.container(border=True, height="stretch"):
                st.metric(words[f"{prefix}: {name}: label"], small(value))
                st.caption(fill(f"{prefix}: {name}", facts))


def averaged(facts: dict[str, object]) -> None:
    if facts["covered"] > 1:
        st.caption(fill("Averaged", facts))


def keep() -> None:
    address.keep("rotation", "m", "n", "pair", "lock")


def turning(_: st.delta_generator.DeltaGenerator) -> None:
    view = {name: address.whole(name, default, 0, FARTHEST - 1) for name, default in (("m", 12), ("n", 5))}
    view |= {"pair": address.whole("pair", 8, 0, HEADS[-1] // 2 - 1), "lock": address.whole("lock", 1, 0, 1)}
    frequencies = (
        inverse_frequencies(head_dim, settings.base) / settings.scale
    )  # (head_dim // 2,) radians per token
    m, n, pair = min(view["m"], last), min(view["n"], last), min(view["pair"], len(frequencies) - 1)
    frequency = float(frequencies[pair])
    one = np.array([1.0, 0.0])
    rates = {"base": settings.base, "scale": 1 / frequency}  # a head of this pair alone
    facts = {
        "m": m, "n": n, "offset": m - n, "pair": pair, "pairs": head_dim // 2, "numerator": 2 * pair,
        "head_dim": head_dim, "base": f"{settings.base:,.0f}", "divided": divided, "frequency": frequency,
        "query_turned": m * frequency, "key_turned": n * frequency, "length": length,
        "product": float(scores_at(one, one, [m], [n], **rates)[0]), "places": min(length, PLACES),
        "spread": small(spread(head_vectors("random", head_dim)[:, 0], m - n)),
    }  # fmt: skip
    if length == 1:
        st.info(words["One position"])
    rotation(
        frequencies.tolist(),
        query=one.tolist(),
        keyed=one.tolist(),
        view=view,
        last=last,
        colours={"query": QUERY, "keyed": KEY, "between": palette.text}
        | {name: getattr(palette, name) for name in ("negative", "neutral", "positive")},
        alt={name: fill(f"Turning: {name}", facts) for name in ("dial", "map")},
        key="rotation",
        on_rest_change=keep,
    )
    st.caption(words["Turning: resting"])
    reading, moves = st.columns(2, gap="large")
    with reading:
        st.markdown(fill("Turning", facts))
        st.latex(words["Turning: formula"].format(**facts))
    with moves:
        st.markdown(words["Turning: table"])
        steps = {
            "as set": (0, 0),
            "both +1": (1, 1),
            "both +100": (100, 100),
            "only q +1": (1, 0),
            "only k +1": (0, 1),
        }
        at = np.array([m, n]) + np.array([*steps.values()])  # (moves, 2)
        head = np.repeat(one, head_dim // 2)  # every pair at (1, 0)
        whole = {"m": at[:, 0], "n": at[:, 1], "m − n": at[:, 0] - at[:, 1]}
        scores = {"pair": scores_at(one, one, *at.T, **rates), "head": scores_at(head, head, *at.T, **shape)}
        columns = {name: [minus(f"{x:,}") for x in column] for name, column in whole.items()}
        columns |= {f"q · k, {name}": [minus(f"{x:.4f}") for x in column] for name, column in scores.items()}
        st.table(pd.DataFrame(columns, index=pd.Index([*steps], name="move")), border="horizontal")
    st.markdown(fill("Turning: measured", facts))


def offsets(place: st.delta_generator.DeltaGenerator) -> None:
    vectors = one_of("q and k", VECTORS.options, key="vectors", default="ones", place=place)
    products = pair_products(*head_vectors(vectors, head_dim, count=MANY))  # (MANY, pairs)
    curves = [score_curve(h, length, **shape) for h in (*products[:DRAWN], products.mean(axis=0))]
    own, mean = curves[0], curves[-1]
    bound = Line("upper bound", own.offsets, upper_bound(products[0], own.offsets, **shape), palette.text)
    at = scores_at(*head_vectors(vectors, head_dim)[:, 0], TOLD, 0 * TOLD, **shape)
    sums, bounds = partial_sums(TOLD, head_dim, **shape), upper_bound(products[0], TOLD, **shape)
    expected = pair_products(*head_vectors("ones", head_dim))[0] * (vectors != "random")
    strayed = np.abs(mean.values - score_curve(expected, length, **shape).values)
    found = landmarks(head_dim, **shape)
    near = score_curve(products[0], min(length, NEAR), **shape)  # every offset by itself
    tightest = upper_bound(products[0], near.offsets, **shape) / np.maximum(np.abs(near.values), 1e-300)
    facts = {
        "at": at, "bound": bounds, "sums": sums.sum(axis=1), "mean_sums": sums.mean(axis=1), "many": MANY,
        "steepest": bounds[0] / sums[0].sum(), "tightest": tightest.min(), "near": near.offsets[-1],
        "mean": strayed.max(), "length": length, "pairs": head_dim // 2, "last": head_dim // 2 - 1,
        "before": (found.first_rise or 0) - 1, "rise": found.first_rise, "searched": found.searched,
        "covered": own.offsets_per_point,
    }  # fmt: skip
    facts["rise"] = fill("ones: rise" if found.first_rise else "ones: no rise", facts)
    lines = [Line("q = k = 1" if vectors == "ones" else "first draw", own.offsets, own.values, OWN, width=2.5)]
    if vectors != "ones":
        lines = [
            *(
                Line("five more", c.offsets, c.values, GHOST, width=1, in_legend=c is curves[1])
                for c in curves[1:-1]
            ),
            *lines,
            Line(f"mean of {MANY:,}", mean.offsets, mean.values, palette.text, dash="dash"),
        ]
    table = {"offset": own.offsets.astype(int), "score": own.values, "upper bound": bound.y}
    left, right = st.columns(2, gap="medium")
    with left:
        st.markdown(words["Score"])
        figure = score_curves(lines, palette=palette, y="score q · k (1)")
        chart.show(figure, alt=fill("Score: alt", facts), table=lambda: pd.DataFrame(table), key="scores")
        st.markdown(fill(vectors, facts))
    with right:
        st.markdown(words["Bound: heading"])
        size = Line("size of the score", own.offsets, np.abs(own.values), OWN)
        figure = bounded_size(bound, size, palette=palette, y="size (1), logarithmic")
        chart.show(figure, alt=fill("Bound: alt", facts), table=lambda: pd.DataFrame(table), key="bound")
        st.markdown(fill("Bound", facts))
    averaged(facts)
    st.latex(words["Bound: formula"].format(**facts))
    st.caption(words["Bound: letters"])


def layouts(_: st.delta_generator.DeltaGenerator) -> None:
    if head_dim == 2:
        st.info(words["Layouts: one pair"])
        return
    pairs, order, offset = head_dim // 2, to_interleaved(head_dim), 7
    vectors = head_vectors("random", head_dim)[:, 0]  # (2, head_dim) as an interleaved model holds them
    halves = vectors[:, np.argsort(order)]  # the same numbers where the half layout looks for them
    curves = {
        name: score_curve(pair_products(*given[:, None], layout=layout)[0], length, **shape)
        for name, given, layout in (
            ("permuted, half", halves, "half"),
            ("interleaved, as trained", vectors, "interleaved"),
            ("not permuted, half", vectors, "half"),
        )
    }
    right, wrong = curves["interleaved, as trained"], curves["not permuted, half"]
    torn = spread(vectors, offset, layout="interleaved", key_layout="half")
    facts = {
        "pairs": pairs, "head_dim": head_dim, "last": length, "offset": offset, "length": length,
        "interleaved": ", ".join(f"({2 * i}, {2 * i + 1})" for i in range(2)) + ", …",
        "half": ", ".join(f"({i}, {i + pairs})" for i in range(2)) + ", …",
        "mixed": np.abs(right.values - wrong.values).max(), "spread": small(spread(vectors, offset, layout="half")),
        "at_zero": vectors[0] @ vectors[1], "covered": right.offsets_per_point,
        "right": scores_at(*vectors, [1], [0], layout="interleaved", **shape)[0],
        "wrong": scores_at(*vectors, [1], [0], layout="half", **shape)[0],
    }  # fmt: skip
    permuted = float(np.abs(right.values - curves["permuted, half"].values).max())
    st.markdown(fill("Layouts", facts))
    metrics({"permuted": permuted, "mixed": facts["mixed"], "torn": torn}, "Layouts", facts)
    left, middle = st.columns([2, 3], gap="medium")
    with left:
        st.markdown(words["Layouts: matrix"])
        matrix = np.eye(head_dim)[order]
        figure = signed_heatmap(
            matrix, palette=palette, x="feature, half layout", y="feature, interleaved", unit="", bar=False
        )
        table = pd.DataFrame({"interleaved": np.arange(head_dim), "half": order})
        chart.show(figure, alt=fill("Layouts: alt of matrix", facts), table=table.copy, key="permutation")
    with middle:
        st.markdown(words["Layouts: curves"])
        looks = ({"colour": OWN, "width": 6}, {"colour": palette.text, "dash": "dot"}, {"colour": OTHER})
        lines = [Line(n, c.offsets, c.values, **k) for (n, c), k in zip(curves.items(), looks, strict=True)]
        figure = score_curves(lines, palette=palette, y="score q · k (1)", height=420)
        columns = {"offset": right.offsets.astype(int)} | {n: c.values for n, c in curves.items()}
        chart.show(figure, alt=fill("Layouts: alt", facts), table=lambda: pd.DataFrame(columns), key="layouts")
    averaged(facts)
    st.markdown(fill("Layouts: what breaks", facts))


def partly(place: st.delta_generator.DeltaGenerator) -> None:
    part = one_of("Part that turns", PARTS, key="rotary", default="0.25", place=place, help=words["Part: help"])
    ones = np.ones((1, head_dim))
    curves = {}
    for choice in dict.fromkeys(rotary_features(head_dim, float(p)) for p in PARTS):
        products = pair_products(ones, ones, rotary_dim=choice)[0]
        curves[choice] = score_curve(products, length, still=head_dim - choice, **shape)
    turning = rotary_features(head_dim, float(part))
    still, window, pair = head_dim - turning, min(length, WINDOW // 2), min(1, turning // 2 - 1)
    own = curves[turning]
    facts = {
        "rotary_dim": turning, "head_dim": head_dim, "still": still, "end": turning - 1, "window": window - 1,
        "pair": pair, "numerator": 2 * pair, "base": f"{settings.base:,.0f}", "divided": divided,
        "frequency": inverse_frequencies(turning, settings.base)[pair] / settings.scale,
        "wrong": inverse_frequencies(head_dim, settings.base)[pair] / settings.scale,
        "length": length, "far": own.values[-1], "covered": own.offsets_per_point,
    }  # fmt: skip
    st.markdown(fill("Partial" if still else "Partial: whole", facts))
    left, right = st.columns(2, gap="medium")
    with left:
        st.markdown(words["Partial: features"])
        turned = rope(np.ones((window, head_dim)), window, rotary_dim=turning, **shape)
        figure = signed_heatmap(
            turned, palette=palette, x="feature", y="position (tokens)", unit="value (1)", limit=np.sqrt(2)
        )
        table = pd.DataFrame(turned, columns=[f"feature {i}" for i in range(head_dim)])
        chart.show(figure, alt=fill("Partial: alt of features", facts), table=table.copy, key="features")
    with right:
        st.markdown(words["Partial: scores"])
        lines = [
            Line(f"{k} turn", c.offsets, c.values, colour, width=4 if k == turning else 1.5)
            for (k, c), colour in zip(curves.items(), SERIES[2:], strict=False)
        ]
        figure = score_curves(lines, palette=palette, y="score q · k (1)", height=420)
        columns = {"offset": own.offsets.astype(int)} | {f"{k} turn": c.values for k, c in curves.items()}
        chart.show(figure, alt=fill("Partial: alt", facts), table=lambda: pd.DataFrame(columns), key="partial")
    averaged(facts)
    if turning < head_dim:
        st.markdown(fill("Partial: denominators" if pair else "Partial: one pair", facts))


def values(_: st.delta_generator.DeltaGenerator) -> None:
    shifts = np.arange(max(min(length, WINDOW), 2))
    found = attention_drift(shifts, head_dim, tokens=TOKENS, **shape)
    shift = min(10, int(shifts[-1]))
    facts = {
        "tokens": TOKENS, "head_dim": head_dim, "shift": shift, "window": shifts[-1], "most": found.turned.max(),
    }  # fmt: skip
    st.markdown(fill("Values", facts))
    measured = {"kept": found.kept.max(), "turned": found.turned[shift], "restored": found.restored.max()}
    metrics(measured, "Values", facts)
    curves = {"queries and keys turned": found.kept, "values turned too": found.turned}
    lines = [Line(n, shifts, y, c, width=3) for (n, y), c in zip(curves.items(), (OWN, OTHER), strict=True)]
    figure = score_curves(
        lines, palette=palette, x="shift of all positions (tokens)", y="change of the output ÷ its size", height=360
    )
    table = pd.DataFrame({"shift": shifts} | curves | {"values turned, output turned back": found.restored})
    chart.show(figure, alt=fill("Values: alt", facts), table=table.copy, key="values")
    st.markdown(words["Values: reason"])


VIEWS = {
    "Turn": turning, "Score": offsets, "Layouts": layouts, "Partial": partly, "Values": values,
}  # fmt: skip

controls = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
view = one_of("Picture", list(VIEWS), key="rotary_view", place=controls)
head_dim = controls.select_slider(
    "head_dim", HEADS, 64, key="head_dim", bind="query-params", width=170, help=words["Head: help"]
)
divided = "" if settings.scale == 1 else f" / {settings.scale:g}"
st.caption(words["Head"])
VIEWS[view](controls)
room.close(words)
