"""Fourier features: a signal learned with them and without, how long each wave takes, and every bandwidth."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from core.beyond_text.learning import DIRECTIONS
from core.beyond_text.signal_fit import SignalFit, errors_by_bandwidth, signal_fit
from core.numeric.numerals import small
from figures.beyond_text.signals import FEATURES, PLAIN
from pages.beyond_text.fourier_features import bandwidths
from pages.beyond_text.fourier_features.signals import (
    SIGMAS,
    Look,
    Signal,
    bandwidth,
    choose,
    draw_fit,
    draw_times,
    read,
    share,
)
from pages.shared import frame, sliders
from pages.shared.views import metric
from pages.shared.words import Words

TIMES = (0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100)
USUAL_TIME = 1
ENCODINGS = {"with features": "gaussian", "without": "plain"}  # columns
COLOURS = {"with features": FEATURES, "without": PLAIN}


def draw(words: Words) -> Callable[[], None]:
    """Draw the signal and what is learned of it; returns what draws the rest."""
    controls = frame.controls()
    name, sigma = choose(words, controls), bandwidth(words, controls)
    time = float(
        sliders.slider(
            words["Time"],
            TIMES,
            USUAL_TIME,
            key="learning_time",
            place=controls,
            width=260,
            help=words["Time: help"],
        )
    )
    signal = read(name, words)
    fit = signal_fit(signal.values, sigma=sigma, time=time, truth=signal.truth)
    facts = facts_of(fit, signal, sigma, time)
    draw_curves(fit, signal, facts, words)
    st.markdown(f"{words(f'Verdict: {fit.verdict}', **facts)} {words('Without', **facts)}")
    return partial(more, fit, signal, facts, words)


def more(fit: SignalFit, signal: Signal, facts: dict[str, Any], words: Words) -> None:
    """How long each wave takes, every bandwidth, and what is computed."""
    facts |= times_of(fit)
    left, right = st.columns(2, gap="medium")
    with left:
        inputs, alt = {"encodings": ENCODINGS, "sigma": facts["sigma"]}, words("Times: alt", **facts)
        draw_times(COLOURS, inputs, budget=facts["time"], words=words, alt=alt, key="wave_times")
        st.markdown(words("Times", **facts))
    with right:
        every = errors_by_bandwidth(signal.values, SIGMAS, facts["time"], signal.truth)
        best = int(np.argmin(every.between))
        least = {"best": every.sigmas[best], "least": share(float(every.between[best]), fit.size)}
        bandwidths.draw(every, signal, facts | least, words)
    numbers(fit, words)
    st.markdown(words("Formula", **facts))
    st.caption(words("Limits", directions=DIRECTIONS))


def facts_of(fit: SignalFit, signal: Signal, sigma: float, time: float) -> dict[str, Any]:
    return {
        "signal": signal.name,
        "sigma": sigma,
        "time": time,
        "error": share(fit.error_featured, fit.size),
        "between": share(fit.between_featured, fit.size),
        "error_plain": share(fit.error_plain, fit.size),
        "between_plain": share(fit.between_plain, fit.size),
    }


def times_of(fit: SignalFit) -> dict[str, Any]:
    """How long waves take to be half learned; found when asked for, as it takes longer than the fit."""
    return {
        "last": int(fit.waves[-1]),
        "plain_first": small(fit.times_plain[0]),
        "plain_last": small(fit.times_plain[-1]),
        "plain_ratio": fit.times_plain[-1] / fit.times_plain[0],
        "first": small(fit.times_featured[0]),
        "slowest": small(fit.times_featured[-1]),
        "ratio": fit.times_featured[-1] / fit.times_featured[0],
    }


def numbers(fit: SignalFit, words: Words) -> None:
    each = {
        "featured": (fit.error_featured, fit.between_featured),
        "plain": (fit.error_plain, fit.between_plain),
    }
    with st.grid(4, min_column_width=150, gap="small"):
        for kind, (error, between) in each.items():
            metric(words[f"Metric: {kind}"], share(error, fit.size), words["Metric: at samples"])
            metric(words[f"Metric: {kind}"], share(between, fit.size), words["Metric: everywhere"])


def draw_curves(fit: SignalFit, signal: Signal, facts: dict[str, Any], words: Words) -> None:
    inputs = {"encodings": ENCODINGS, **signal.inputs, "sigma": facts["sigma"], "time": facts["time"]}
    looks = {"with features": Look(FEATURES, width=3), "without": Look(PLAIN, width=1.5)}
    draw_fit(looks, fit, inputs, words, alt=words("Fit: alt", **facts), key="signal_fit")
