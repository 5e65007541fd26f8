from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import streamlit as st

from core.inputs.ladders import LADDERS, variations
from core.similarity import dot_product, dot_product_curve
from core.sinusoidal.gram import gram
from core.sinusoidal.landmarks import Landmarks, landmarks
from core.sinusoidal.projections import asymmetry, projected_curve, projected_score, random_projections
from figures.curves import Line, Mark
from figures.sinusoidal.gram import gram_heatmap
from figures.sinusoidal.offsets import OTHERS, OWN, mirrored_panels, offset_curves
from pages.shared import chart, room, views
from pages.shared.views import one_of

if TYPE_CHECKING:
    from core.inputs.settings import Settings

POINTS = 4097  # every offset from −2,048 to 2,048 is a point of its own

settings, words = room.enter(__file__)
length, d_model = settings.length, settings.d_model
pairs = d_model // 2


def shape_of(choice: Settings) -> dict[str, float]:
    return {"d_model": choice.d_model, "base": choice.base, "scale": choice.scale}


shape = shape_of(settings)


def show_curve(normalised: bool, place: st.delta_generator.DeltaGenerator) -> None:
    overlay = one_of("Overlay", ["none", *LADDERS], key="overlay", place=place)
    found = landmarks(**shape)
    products = products_at(found)
    curves = lines(overlay, normalised)
    figure = offset_curves(
        list(curves.values()),
        palette=chart.palette(),
        y=unit(normalised),
        marks=marks(found, products, pairs if normalised else 1),
        heading=LADDERS[overlay].parameter.name if overlay in LADDERS else "",
    )
    numbers(found)
    facts = curve_facts(found, products)
    offsets = next(iter(curves.values())).x.astype(int)
    table = {"offset k": offsets} | {name: line.y for name, line in curves.items()}
    chart.show(figure, alt=fill("Curve: alt", facts), table=lambda: pd.DataFrame(table), key="similarity")
    if overlay in LADDERS:
        st.markdown(words[overlay])
    st.markdown(fill("Curve", facts))
    st.markdown(words["Formula"].format(**facts))
    if d_model % 2:
        st.caption(words["Odd"])


def lines(overlay: str, normalised: bool) -> dict[str, Line]:
    """The reader's own first and thick: where curves coincide, the others lie on it."""
    found = {}
    for (name, choice), colour in zip(variations(settings, overlay).items(), (OWN, *OTHERS), strict=False):
        curve = dot_product_curve(length, **shape_of(choice), points=POINTS)
        size = choice.d_model // 2 if normalised else 1
        found[name] = Line(name, curve.offsets, curve.values / size, colour, width=4 if choice == settings else 1.5)
    return found


def products_at(found: Landmarks) -> dict[int, float]:
    """The dot product at every offset that is told."""
    rise = found.first_rise
    told = [10, length, found.nearest, found.first_negative, rise, rise and rise - 1]
    offsets = [k for k in told if k is not None]
    return dict(zip(offsets, dot_product(offsets, **shape).tolist(), strict=True))


def marks(found: Landmarks, products: dict[int, float], size: int) -> list[Mark]:
    """The landmarks that fall into the view."""
    named = {"nearest": found.nearest, "first rise": found.first_rise, "first negative": found.first_negative}
    inside = {name: k for name, k in named.items() if k is not None and k <= length}
    return [Mark(k, products[k] / size, f"{name}, k = {k:,}") for name, k in inside.items()]


def numbers(found: Landmarks) -> None:
    """The landmarks as numbers, with a word on those that the picture does not reach."""
    half = "d_model / 2" if d_model % 2 == 0 else "(d_model − 1) / 2"
    beyond = "" if found.nearest <= length else ", beyond this view"
    with st.grid(4, min_column_width=150, gap="small"):
        metric("Product at k = 0", f"{pairs:,}", half)
        for name, k in (("First rise", found.first_rise), ("First negative", found.first_negative)):
            if k is None:
                metric(name, "none", f"up to k = {found.searched:,}")
            else:
                metric(name, f"k = {k:,}", "marked" if k <= length else "beyond this view")
        metric(
            "Nearest other position", f"k = {found.nearest:,}", f"distance {found.nearest_distance:,.3g}{beyond}"
        )


def metric(label: str, value: str, note: str) -> None:
    st.metric(label, value, note, delta_color="off", delta_arrow="off")


def curve_facts(found: Landmarks, products: dict[int, float]) -> dict[str, object]:
    rise, covered = found.first_rise, dot_product_curve(length, 2, points=POINTS).offsets_per_point
    before, at = (products[rise - 1], products[rise]) if rise else (0, 0)
    numbers = {"before": (rise or 0) - 1, "rise": rise, "by": rise_text(at - before), "high": at}
    risen = words["Rise" if rise else "No rise"]
    return {
        "d_model": d_model,
        "last": pairs - 1,
        "base": f"{settings.base:,.0f}".replace(",", "{,}"),
        "k": "10" if settings.scale == 1 else f"10 / {settings.scale:g}",
        "length": length,
        "peak": pairs,
        "end": products[length],
        "ten": products[10],
        "rise": risen.format(searched=found.searched, **numbers),
        "averaged": averaged("Curve: averaged", covered),
    }


def show_gram(normalised: bool, place: st.delta_generator.DeltaGenerator) -> None:
    products, positions = gram(length, **shape)
    size = pairs if normalised else 1
    corner = float(dot_product(length - 1, **shape)) / size
    facts = {
        "peak": pairs / size,
        "corner": corner,
        "apart": length - 1,
        "length": length,
        "averaged": averaged("Gram: averaged", positions),
        "odd": words["Gram: odd"] if d_model % 2 else "",
    }
    figure = gram_heatmap(products / size, positions, palette=chart.palette(), unit=unit(normalised))
    names = [str(i * positions) for i in range(len(products))]
    left, right = st.columns([5, 3], gap="medium")
    with left:
        chart.show(
            figure,
            alt=fill("Gram: alt", facts),
            table=lambda: pd.DataFrame(products / size, columns=names).assign(position=names),
            key="gram",
        )
    right.markdown(fill("Gram", facts))


def show_random(normalised: bool, place: st.delta_generator.DeltaGenerator) -> None:
    seed = views.seed(place)
    turning, head = {"base": settings.base, "scale": settings.scale}, random_projections(d_model, seed=seed)
    plain, score = dot_product_curve(length, **shape), projected_curve(length, head, **turning)
    found = asymmetry(score.values)
    size = float(np.abs(score.values).max()) if normalised else 1
    here, there = (projected_score(position, head, **turning) for position in (length, 2 * length))
    facts = {
        "seed": seed,
        "largest": found.largest,
        "relative": found.relative,
        "even": found.even_share,
        "p": length,
        "further": 2 * length,
        "here": here,
        "there": there,
        "averaged": averaged("Random: averaged", score.offsets_per_point),
    }
    panels = [
        Line(words["Random: plain"], plain.offsets, plain.values / (pairs if normalised else 1), OWN),
        Line(words["Random: score"].format(p=length), score.offsets, score.values / size, OWN),
    ]
    figure = mirrored_panels(
        panels,
        palette=chart.palette(),
        y="share of largest" if normalised else "product (1)",
        mirror=words["Random: mirror"],
    )
    table = {"offset k": plain.offsets.astype(int), "plain": panels[0].y, "random head": panels[1].y}
    left, right = st.columns([5, 3], gap="medium")
    with left:
        chart.show(figure, alt=fill("Random: alt", facts), table=lambda: pd.DataFrame(table), key="random_head")
    right.markdown(fill("Random", facts))


def rise_text(rise: float) -> str:
    return f"{rise:,.4f}" if rise >= 0.01 else f"{rise:.2g}"


def unit(normalised: bool) -> str:
    return "product ÷ product at k = 0" if normalised else "dot product (1)"


def fill(heading: str, facts: dict[str, object]) -> str:
    """A section with its numbers, which get a true minus sign."""
    return re.sub(r"(?<![\w.])-(?=\d)", "−", words[heading].format(**facts))


def averaged(heading: str, covered: int) -> str:
    return words[heading].format(covered=covered) if covered > 1 else ""


VIEWS = {"Curve": show_curve, "Gram matrix": show_gram, "Random W_q, W_k": show_random}

if pairs:
    controls = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
    view = one_of("Picture", list(VIEWS), key="picture", place=controls)
    normalised = controls.toggle("normalised", key="normalised", bind="query-params")
    VIEWS[view](normalised, controls)
else:
    st.info(words["No pair"])
room.close(words)
