"""Causal attention with equal scores: the output encodes how many tokens a token sees."""

from collections.abc import Callable
from functools import partial

import numpy as np
import streamlit as st

from core.inputs.settings import Settings
from core.numeric.numerals import scientific
from core.schemes import SCHEMES
from core.schemes.analysis.uniform_attention import (
    ShareCurve,
    first_equal_shares,
    share_curve,
    shares_columns,
    weights_columns,
)
from figures import theme
from figures.schemes.nope import reciprocal, weight_triangle
from pages.shared import chart
from pages.shared.words import Words
from pages.take_away.derived import columns_of

MOST_POINTS, ROWS = 128, 8
PLAIN = 128  # tokens; on plain axes the end of a longer curve would lie on the axis
CITES = (SCHEMES["NoPE"],)


def draw(settings: Settings, words: Words) -> Callable[[], object]:
    """A triangle of weights, and the share 1 / t up to the reader's length."""
    curve = share_curve(settings.length, MOST_POINTS)
    left, right = st.columns(2, gap="medium")
    with left:
        st.markdown(words["Weights"])
        show_weights(words)
    with right:
        in_decades = settings.length > PLAIN
        st.markdown(words["Shares: decades" if in_decades else "Shares"])
        show_shares(words, curve, in_decades=in_decades)
    st.markdown(words("Counting", curve=curve))
    return partial(more, words, curve)


def more(words: Words, curve: ShareCurve) -> None:
    """The sum with numbers, and where counting ends."""
    share = curve.last_share
    share_tex = f"{share:.6g}" if share >= 1e-4 else scientific(share, figures=6, tex=True)
    st.markdown(words("Formula", t=curve.last, share_tex=share_tex))
    st.markdown(words("Formula: note", curve=curve, twins=first_equal_shares(np.float16)))


def show_weights(words: Words) -> None:
    columns = columns_of(weights_columns, "cells", {"tokens": ROWS}, cites=CITES)
    weights = np.stack([*columns.values()], axis=1)
    fractions = np.array(["1", *(f"1/{t}" for t in range(2, ROWS + 1))])
    figure = weight_triangle(
        weights,
        palette=chart.palette(),
        colour=theme.GHOST,
        labels=np.where(weights > 0, fractions[:, None], ""),
        x="token looked at (the first is special)",
        y="token t that looks",
    )
    chart.show(figure, columns, alt=words("Weights: alt", rows=ROWS), key="weights")


def show_shares(words: Words, curve: ShareCurve, *, in_decades: bool) -> None:
    columns = columns_of(shares_columns, "curves", {"most": MOST_POINTS}, cites=CITES)
    figure = reciprocal(
        columns["t"],
        columns["received"],
        palette=chart.palette(),
        colour=theme.GHOST,
        x="position t (tokens, from 1)",
        y="what token t receives",
        in_decades=in_decades,
    )
    chart.show(figure, columns, alt=words("Shares: alt", curve=curve), key="shares")
