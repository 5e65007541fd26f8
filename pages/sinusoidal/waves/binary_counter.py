"""Waves: the bits of a counter, the signs of sines, and the pairs that come nearest."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from core.inputs.settings import Settings
from core.numeric.numerals import in_tokens
from core.sinusoidal.counter import (
    Match,
    bit_wavelengths,
    bits,
    counter_bits_columns,
    counter_pairs_columns,
    counter_waves_columns,
    half_token_later,
    matches,
    negative_half,
)
from figures import theme
from figures.sinusoidal.waves import bit_table
from pages.shared import chart
from pages.shared.words import Words
from pages.take_away.derived import table_and_code

COLUMNS: Mapping[str, Callable[..., Mapping[str, Any]]] = {
    "bits": counter_bits_columns,
    "waves": counter_waves_columns,
    "pairs": counter_pairs_columns,
}
BITS = 5
NUMBERS = 2**BITS
POSITIONS = np.arange(NUMBERS)
BETWEEN = np.linspace(-0.5, NUMBERS - 0.5, 16 * NUMBERS + 1)  # tokens, where the waves are drawn


def draw(settings: Settings, words: Words) -> Callable[[], None]:
    by_bit = matches(NUMBERS, BITS, settings.d_model, **settings.base_and_scale)[::-1]  # highest bit first
    periods = bit_wavelengths(BITS)[::-1]  # tokens
    names = [f"bit {match.bit}" for match in by_bit]
    st.markdown(words["Counter"])
    columns = dict(zip(("bits", "waves", "pairs"), st.columns(3), strict=True))
    for kind, place in columns.items():
        place.markdown(words[f"Counter: {kind}"])
    with columns["bits"]:
        labels = [f"{name}<br>{period / 2:.0f}" for name, period in zip(names, periods, strict=True)]
        show("bits", bits(NUMBERS, BITS)[:, ::-1], labels, x="bit, what it is worth", words=words)
    with columns["waves"]:
        labels = [f"{name}<br>{period:.0f}" for name, period in zip(names, periods, strict=True)]
        show_waves("waves", periods, labels, x="bit, wavelength (tokens)", words=words)
    with columns["pairs"]:
        labels = ["none<br>–" if each.pair is None else f"{each.pair}<br>{each.wavelength:.3g}" for each in by_bit]
        nearest = np.array([match.wavelength for match in by_bit])
        show_waves("pairs", nearest, labels, x="pair, wavelength (tokens)", words=words)

    def more() -> None:
        st.markdown(words("Counter: agreement", last=NUMBERS - 1, agreement=agreement(by_bit, words)))
        st.markdown(words("Counter: reason", fastest=in_tokens(2 * np.pi * settings.scale)))

    return more


def show(
    kind: str,
    ones: NDArray[np.number],
    labels: Sequence[str],
    *,
    x: str,
    words: Words,
    waves: NDArray[np.float64] | None = None,
) -> None:
    """One of the three tables, with the waves that its bits are the signs of where it has any."""
    figure = bit_table(
        ones,
        labels,
        colour=chart.palette().text if waves is None else theme.SINE,
        palette=chart.palette(),
        x=x,
        y="position (tokens)",
        digits=waves is None,
        wave_positions=BETWEEN,
        waves=waves,
    )
    key, alt = f"counter_{kind}", words("Counter: alt", last=NUMBERS - 1, longest=NUMBERS)
    columns = table_and_code(COLUMNS[kind], "cells", {}, xlabel="bit")
    chart.show(figure, alt=alt, key=key, **columns)


def show_waves(kind: str, wavelengths: NDArray[np.float64], labels: Sequence[str], *, x: str, words: Words) -> None:
    waves = half_token_later(BETWEEN, wavelengths)
    show(kind, negative_half(POSITIONS, wavelengths), labels, x=x, words=words, waves=waves)


def agreement(by_bit: Sequence[Match], words: Words) -> str:
    """Which pair stands for which bit."""
    clauses = [
        words("Counter: matched", match=match, wavelength=in_tokens(match.wavelength), count=NUMBERS)
        for match in by_bit
        if match.pair is not None
    ]
    if unmatched_bits := ", ".join(f"bit {match.bit}" for match in by_bit if match.pair is None):
        clauses.append(words("Counter: unmatched", unmatched=unmatched_bits))
    return "; ".join(clauses)
