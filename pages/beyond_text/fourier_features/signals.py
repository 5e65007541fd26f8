"""What both views of Fourier features share: the signal, the bandwidth, and the pictures of what is learned."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import streamlit as st
from numpy.typing import NDArray
from streamlit.delta_generator import DeltaGenerator

from components.pictures.drawn_signal import drawn_signal, reported_signal
from core.beyond_text.contents import METHODS
from core.beyond_text.learning import BETWEEN, centres
from core.beyond_text.signal_fit import (
    SAMPLES,
    SIGNAL,
    SignalFit,
    built_in,
    read_signal,
    signal_at,
    signal_fit_columns,
    signal_text,
    wave_times_columns,
)
from figures.beyond_text.signals import signal_curves, wave_times
from pages.shared import address, chart, sliders
from pages.shared.columns import Columns
from pages.shared.verbatim import markdown
from pages.shared.views import one_of
from pages.shared.words import Words
from pages.take_away import derived
from pages.take_away.derived import Kind

SIGMAS = (0.5, 1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100)  # turns over the signal
USUAL_SIGMA = 5
_PAD = "pad"


@dataclass(frozen=True)
class Signal:
    """What is to be learned."""

    name: str  # of `core.beyond_text.signal_fit.SIGNAL`
    drawn_values: NDArray[np.float64]  # (n,) as the address has it; empty for another signal
    values: NDArray[np.float64]  # (SAMPLES,)
    truth: NDArray[np.float64]  # (BETWEEN * SAMPLES,) the signal everywhere on the line

    @property
    def inputs(self) -> dict[str, Any]:
        """As scripts take it."""
        return {"signal": self.name, "drawn_hundredths": np.round(100 * self.drawn_values).astype(int).tolist()}


class Look(NamedTuple):
    """Of a line."""

    colour: str
    width: float = 2  # pixels


def choose(words: Words, place: DeltaGenerator) -> str:
    """Which signal the reader asks for."""
    return one_of(words["Signal: label"], SIGNAL.options, key="signal", place=place)


def read(name: str, words: Words) -> Signal:
    """The signal, with the pad on which the reader draws it."""
    drawn_values = np.empty(0) if name != "drawn" else _from_address(words)
    values, truth = (signal_at(centres(count), name, drawn_values) for count in (SAMPLES, BETWEEN * SAMPLES))
    if name == "drawn":
        drawn_signal(
            signal_text(values),
            texts=words.under("Pad"),
            colour=chart.palette().text,
            key=_PAD,
            on_rest_change=keep,
        )
    return Signal(name, drawn_values, values, truth)


def _from_address(words: Words) -> NDArray[np.float64]:
    """The drawn signal of the address; where it has none that can be read, the waves."""
    text = address.text("drawn")
    if text is not None:
        try:
            return read_signal(text)
        except ValueError as error:
            st.warning(words("Drawn: refused", error=markdown(str(error))))
    return np.round(built_in("waves", centres(SAMPLES)), 2)


def keep() -> None:
    """Write what has been drawn into the address, if it is a signal."""
    try:
        values = read_signal(reported_signal(_PAD))
    except ValueError:
        return
    address.write(drawn=signal_text(values))


def bandwidth(words: Words, place: DeltaGenerator) -> float:
    """The deviation of the random frequencies, turns over the signal."""
    label, help_text = words["Bandwidth"], words["Bandwidth: help"]
    return float(sliders.slider(label, SIGMAS, USUAL_SIGMA, key="sigma", place=place, width=260, help=help_text))


def share(error: float, size: float) -> str:
    """A mean squared error as a share of the signal's mean square."""
    return f"{error / size:.1%}" if size else "0.0%"


def columns_of(function: Callable[..., Mapping[str, Any]], kind: Kind, values: Mapping[str, Any]) -> Columns:
    """The columns of a picture of this room."""
    return derived.columns_of(function, kind, values, cites=[METHODS["Fourier features"]])


def draw_fit(
    looks: Mapping[str, Look],  # by column
    fit: SignalFit,
    inputs: Mapping[str, Any],
    words: Words,
    *,
    alt: str,
    key: str,
) -> None:
    """What is learned of the signal of a fit, over its samples."""
    columns = columns_of(signal_fit_columns, "curves", inputs)
    lines = [columns.line(name, look.colour, width=look.width) for name, look in looks.items()]
    figure = signal_curves(lines, (words["Line: samples"], fit.places, fit.signal), palette=chart.palette())
    chart.show(figure, columns, alt=alt, key=key, ghost=True)


def draw_times(
    colours: Mapping[str, str],  # by column
    inputs: Mapping[str, Any],
    *,
    budget: float,  # the time that has been given
    words: Words,
    alt: str,
    key: str,
) -> None:
    """How long each wave takes."""
    columns = columns_of(wave_times_columns, "curves", inputs)
    lines = [columns.line(name, colour, mode="lines+markers") for name, colour in colours.items()]
    st.markdown(words["Times: heading"])
    x, y = "periods over the signal", "training (rate × steps)"
    figure = wave_times(lines, budget=budget, palette=chart.palette(), x=x, y=y)
    chart.show(figure, columns, alt=alt, key=key, ghost=True)
