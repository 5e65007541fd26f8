"""The two layouts of the pairs, and what breaks when they are mixed."""

from collections.abc import Callable
from functools import partial

import numpy as np
import streamlit as st

from core.numeric.curve import Curve
from core.numeric.numerals import small
from core.schemes.analysis.rotary import head_vectors, pair_products, score_curve, scores_at, to_interleaved
from core.schemes.analysis.rotary_columns import layouts_columns, permutation_columns
from core.schemes.analysis.rotary_readings import variation
from figures.curves import Line
from figures.heatmap import signed_heatmap
from figures.schemes.rotary import MAIN, OTHER, score_curves
from pages.schemes.rope.head import Head, draw_averaging, metrics
from pages.shared import chart
from pages.shared.words import Words

OFFSET = 7  # tokens, at which scores are compared over the positions
PERMUTED, TRAINED, MIXED = "permuted, half", "interleaved, as trained", "not permuted, half"


def draw(words: Words, head: Head) -> Callable[[], object] | None:
    if head.dim == 2:
        st.info(words["Layouts: one pair"])
        return None
    pairs, order = head.dim // 2, to_interleaved(head.dim)
    vectors = head_vectors("random", head.dim)[:, 0]  # (2, dim) of a model with interleaved pairs
    curves = curves_of(
        head,
        {
            PERMUTED: (vectors[:, np.argsort(order)], "half"),
            TRAINED: (vectors, "interleaved"),
            MIXED: (vectors, "half"),
        },
    )
    scores = curves[TRAINED].values
    gap = float(np.abs(scores - curves[MIXED].values).max())
    varies = variation(vectors, OFFSET, head.length, layout="half", **head.rates)
    tear = variation(vectors, OFFSET, head.length, layout="interleaved", key_layout="half", **head.rates)
    interleaved, half = (
        ", ".join(f"({first}, {second})" for first, second in pairs_of) + ", …"
        for pairs_of in (((0, 1), (2, 3)), ((0, pairs), (1, pairs + 1)))
    )
    st.markdown(words("Layouts", pairs=pairs, interleaved=interleaved, half=half))
    differences = {"permuted": float(np.abs(scores - curves[PERMUTED].values).max()), "mixed": gap, "torn": tear}
    metrics(words, differences, "Layouts", last=head.length, offset=OFFSET, varies=small(varies))
    left, beside = st.columns([2, 3], gap="medium")
    with left:
        st.markdown(words["Layouts: matrix"])
        figure = signed_heatmap(
            np.eye(head.dim)[order],
            palette=chart.palette(),
            x="feature, half layout",
            y="feature, interleaved",
            unit="",
            bar=False,
        )
        alt = words("Layouts: alt of matrix", head_dim=head.dim)
        axes = {"xlabel": "feature, interleaved", "ylabel": "feature, half layout"}
        columns = head.table_and_code(permutation_columns, "steps", {}, **axes)
        chart.show(figure, alt=alt, key="permutation", **columns)
    with beside:
        st.markdown(words["Layouts: curves"])
        show_curves(words("Layouts: alt", mixed=gap), curves, head)
    draw_averaging(words, curves[TRAINED].offsets_per_point)
    return partial(more, words, head, vectors)


def more(words: Words, head: Head, vectors: np.ndarray) -> None:
    """What weights of one layout compute in the other."""
    query, key = vectors
    right, wrong = (
        scores_at(query, key, [1], [0], layout=layout, **head.rates)[0] for layout in ("interleaved", "half")
    )
    st.markdown(words("Layouts: what breaks", at_zero=query @ key, right=right, wrong=wrong))


def curves_of(head: Head, forms: dict[str, tuple[np.ndarray, str]]) -> dict[str, Curve]:
    """Scores over the offset of vectors (2, dim) in a layout, by name."""
    return {
        name: score_curve(pair_products(*vectors[:, None], layout=layout)[0], head.length, **head.rates)
        for name, (vectors, layout) in forms.items()
    }


def show_curves(alt: str, curves: dict[str, Curve], head: Head) -> None:
    palette = chart.palette()
    permuted_curve, trained_curve, mixed_curve = curves.values()
    lines = [
        Line(PERMUTED, permuted_curve.offsets, permuted_curve.values, MAIN, width=6),
        Line(TRAINED, trained_curve.offsets, trained_curve.values, palette.text, dash="dot"),
        Line(MIXED, mixed_curve.offsets, mixed_curve.values, OTHER),
    ]
    chart.show(
        score_curves(lines, palette=palette, y="score q · k (1)", height=420),
        alt=alt,
        key="layouts",
        **head.table_and_code(layouts_columns, "curves", {}),
    )
