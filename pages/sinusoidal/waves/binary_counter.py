"""Waves: the bits of a counter, and the waves of the encoding that are below zero where they are 1."""

from collections.abc import Callable, Sequence

import numpy as np
import streamlit as st

from core.inputs.settings import Settings
from core.numeric.numerals import in_tokens
from core.sinusoidal.counter import Match, counter_columns, half_token_later, matches
from figures.sinusoidal.waves import counter_rows
from pages.shared import chart
from pages.shared.words import Words
from pages.take_away.derived import columns_of

BITS = 5
NUMBERS = 2**BITS
BETWEEN = np.linspace(-0.5, NUMBERS - 0.5, 16 * NUMBERS + 1)  # tokens, where the waves are drawn


def draw(settings: Settings, words: Words) -> Callable[[], None]:
    by_bit = matches(NUMBERS, BITS, settings.d_model, **settings.base_and_scale)[::-1]  # highest bit first
    columns = columns_of(counter_columns, "cells", {"width": BITS})
    figure = counter_rows(
        np.stack([columns[f"bit {match.bit}"] for match in by_bit], axis=1),
        [title(match, settings, words) for match in by_bit],
        palette=chart.palette(),
        x="position (tokens)",
        wave_positions=BETWEEN,
        waves=half_token_later(BETWEEN, [match.wavelength for match in by_bit]),
    )
    matched = sum(match.pair is not None for match in by_bit)
    alt = words("Counter: alt", last=NUMBERS - 1, bits=BITS, matched=matched)
    chart.show(figure, columns, alt=alt, key="counter")
    st.markdown(words["Counter"])

    def more() -> None:
        st.markdown(words("Counter: agreement", last=NUMBERS - 1, agreement=agreement(by_bit, words)))
        st.markdown(words("Counter: reason", fastest=in_tokens(2 * np.pi * settings.scale)))

    return more


def title(match: Match, settings: Settings, words: Words) -> str:
    """Names of a bit and its pair, above their row."""
    if match.pair is not None:
        return words("Counter: row", match=match, wavelength=in_tokens(match.wavelength))
    is_fast = 2 ** (match.bit + 1) < 2 * np.pi * settings.scale
    return words("Counter: alone" if is_fast else "Counter: alone, slow", match=match)


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
