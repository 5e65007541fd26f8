"""Similarity: the dot product against the offset."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.pictures.plot import Live
from core.inputs.settings import LADDERS, Settings, variations
from core.similarity import dot_product, dot_product_curve, similarity_columns
from core.sinusoidal.gram import Landmarks, landmarks
from figures.curves import Line, Mark
from figures.curves import curves as curves_figure
from figures.sinusoidal.similarity import CURVE, offset_curves
from pages.shared import chart
from pages.shared.columns import Columns
from pages.shared.views import metric, one_of
from pages.shared.words import Words
from pages.sinusoidal.similarity.closer import closer
from pages.take_away.derived import columns_of

POINTS = 4097  # every offset from −2,048 to 2,048 has its own point


def draw(settings: Settings, words: Words, normalise: bool, place: DeltaGenerator) -> Callable[[], None]:
    overlay = one_of("Overlay", ["none", *LADDERS], key="overlay", place=place)
    variants = variations(settings, overlay)
    shapes = {name: (each.d_model, each.base, each.scale) for name, each in variants.items()}
    values = {"curves": shapes, "normalise": normalise, "points": POINTS}
    columns = columns_of(similarity_columns, "curves", values)
    points = landmarks(settings.d_model, **settings.base_and_scale)
    products = products_at(points, settings)
    facts = facts_of(points, products, settings, words)
    figure = offset_curves(
        lines(columns, [each == settings for each in variants.values()]),
        palette=chart.palette(),
        y=unit(normalise),
        rises=words["Rises"],
        peak=max(each.d_model // 2 / (each.d_model // 2 if normalise else 1) for each in variants.values()),
        marks=marks(points, products, settings, normalise),
        heading=LADDERS[overlay].parameter.name if overlay in LADDERS else "",
    )
    live = Live("curve", asdict(settings) | {"normalised": normalise, "points": POINTS})
    chart.show(
        figure,
        columns,
        alt=words("Curve: alt", **facts),
        key="similarity",
        ghost=True,
        live=None if overlay in LADDERS else live,
    )
    st.markdown(words[overlay] if overlay in LADDERS else words("Curve", **facts))

    def more() -> None:
        numbers(points, settings)
        if closest := closer(points, settings, normalise, words):
            x, name = "offset k (tokens)", closest.name
            rise = curves_figure([closest], palette=chart.palette(), x=x, y=unit(normalise), height=220)
            chart.show(rise, columns, alt=name, key="first_rise")
        st.markdown(words("Curve: more", **facts))
        st.markdown(words("Formula", **facts))
        if settings.d_model % 2:
            st.caption(words["Odd"])

    return more


def lines(columns: Columns, thick: Sequence[bool]) -> list[Line]:
    """The reader's curve first and thick: where curves coincide, the others lie on top of it."""
    colours = (CURVE, *chart.palette().ramp(len(columns.names) - 1))
    looks = zip(columns.names, colours, thick, strict=True)
    return [columns.line(name, colour, width=4 if wide else 1.5) for name, colour, wide in looks]


def products_at(points: Landmarks, settings: Settings) -> dict[int, float]:
    """The dot product at every offset that words or marks name."""
    candidates = [10, settings.length, points.nearest, points.first_negative, points.first_rise]
    offsets = [k for k in candidates if k is not None]
    products = dot_product(offsets, settings.d_model, **settings.base_and_scale)
    return dict(zip(offsets, products.tolist(), strict=True))


def marks(points: Landmarks, products: Mapping[int, float], settings: Settings, normalise: bool) -> list[Mark]:
    """The peak, and the landmarks within the picture."""
    peak = settings.d_model // 2
    size = peak if normalise else 1
    candidates = {"first rise": points.first_rise, "first negative": points.first_negative}
    inside = {name: k for name, k in candidates.items() if k is not None and k <= settings.length}
    top = Mark(0, peak / size, f"with itself, k = 0: {peak / size:,g}")
    return [top, *(Mark(k, products[k] / size, f"{name}, k = {k:,}") for name, k in inside.items())]


def numbers(points: Landmarks, settings: Settings) -> None:
    """The landmarks as numbers, with a note on those outside of the picture."""
    half = "d_model / 2" if settings.d_model % 2 == 0 else "(d_model − 1) / 2"
    beyond = "" if points.nearest <= settings.length else ", beyond this view"
    with st.grid(4, min_column_width=150, gap="small"):
        metric("Product at k = 0", f"{settings.d_model // 2:,}", half)
        for name, k in (("First rise", points.first_rise), ("First negative", points.first_negative)):
            if k is None:
                metric(name, "none", f"up to k = {points.search_limit:,}")
            else:
                metric(name, f"k = {k:,}", "marked" if k <= settings.length else "beyond this view")
        distance = f"distance {points.nearest_distance:,.3g}{beyond}"
        metric("Nearest other position", f"k = {points.nearest:,}", distance)


def facts_of(points: Landmarks, products: Mapping[int, float], settings: Settings, words: Words) -> dict[str, Any]:
    offsets_per_point = dot_product_curve(settings.length, 2, points=POINTS).offsets_per_point
    facts = {
        "d_model": settings.d_model,
        "last": settings.d_model // 2 - 1,
        "base": f"{settings.base:,.0f}".replace(",", "{,}"),
        "k": "10" if settings.scale == 1 else f"10 / {settings.scale:g}",
        "length": settings.length,
        "peak": settings.d_model // 2,
        "end": products[settings.length],
        "ten": products[10],
        "averaged": words("Curve: averaged", covered=offsets_per_point) if offsets_per_point > 1 else "",
    }
    if points.first_rise is None:
        return facts | {"rise": words("No rise", searched=points.search_limit)}
    is_shown = points.first_rise <= settings.length
    return facts | {"rise": words("Rise" if is_shown else "Rise, beyond", rise=points.first_rise)}


def unit(normalise: bool) -> str:
    return "product ÷ product at k = 0" if normalise else "dot product"
