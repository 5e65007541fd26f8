import numpy as np
import pandas as pd
import streamlit as st

from components.pictures.waves import waves
from core.frequencies import wavelengths
from core.inputs.parameter import LENGTH
from core.numeric.spacing import evenly_spread
from core.schemes.sinusoidal import columns, substituted
from core.sinusoidal.counter import bit_wavelengths, bits, half_token_later, matches, negative_half
from core.sinusoidal.dimensions import columns_at, contrasting_dimensions, read_dimensions, wave
from figures import theme
from figures.sinusoidal.counter import bit_table
from figures.sinusoidal.wavelengths import wavelengths_by_pair
from pages.shared import address, chart, room
from pages.shared.numerals import in_tokens, minus

MOST_DIMENSIONS, TABLE_ROWS = 16, 1024
NUMBERS, BITS = 32, 5  # of the counter
WINDOWS = [*(str(2**n) for n in range(4, 20)), "all"]  # tokens

settings, words = room.enter(__file__)
length, scale, base = settings.length, settings.scale, settings.base
of_pairs = scale * wavelengths(settings.d_model, base)  # (d_model // 2,) tokens


def turns(number: float) -> str:
    return f"{number:,.0f}" if number >= 1000 else f"{number:.3g}"


def keep() -> None:
    address.keep("waves", "position")


def curves() -> None:
    column = columns(settings.d_model, base=base)
    left, right = st.columns([3, 2])
    hints = {"placeholder": words["Dimensions: placeholder"], "help": words["Dimensions: help"]}
    asked = left.text_input("Dimensions", key="dims", max_chars=200, bind="query-params", **hints)
    end = right.select_slider("Positions shown", WINDOWS, "all", key="window", bind="query-params")
    window = length if end == "all" else min(int(end), length)
    picked = read_dimensions(asked or "", settings.d_model, most=MOST_DIMENSIONS)
    picked = picked or contrasting_dimensions(window, column, scale=scale)
    shown = [wave(dimension, window, column, scale=scale) for dimension in picked]
    fast, slow = shown[0], shown[-1]
    view = {"position": address.whole("position", window // 3, 0, LENGTH.stops[-1] - 1)}
    position = min(view["position"], window - 1)
    say = {"window": window, "length": length, "position": position}
    say |= {"fast": fast, "fast_wavelength": in_tokens(fast.wavelength), "fast_turns": turns(fast.turns)}
    say |= {"slow": slow, "slow_wavelength": in_tokens(slow.wavelength), "slow_turns": turns(slow.turns)}
    say |= {"formula": substituted(position, fast.dimension, column, base=base, scale=scale)}
    say |= {"value": minus(f"{columns_at([position], [fast.dimension], column, scale=scale)[0, 0]:z.4f}")}

    def table() -> pd.DataFrame:
        at = evenly_spread(window, TABLE_ROWS)
        values = columns_at(at, picked, column, scale=scale)
        return pd.DataFrame({"position": at} | {f"dim {d}": values[:, i] for i, d in enumerate(picked)})

    told = ["Curves", *(["Curves: slowest"] if slow is not fast else []), "Curves: all"]
    st.markdown(" ".join(words[part].format(**say) for part in told))
    waves(
        shown,
        window=window,
        view=view,
        wavelength=in_tokens,
        titles={"x": "position (tokens)", "y": "value (−1 to 1)"},
        notes={note: words[f"Curves: {note}"] for note in ("dots", "no dots", "bands")},
        colours={"sine": theme.SINE, "cosine": theme.COSINE, "band": theme.GHOST},
        alt=words["Curves: alt"].format(**say),
        key="waves",
        on_rest_change=keep,
    )
    chart.data(table, key="waves")


def by_pair() -> None:
    if not len(of_pairs):
        st.info(words["No pair"])
        return
    complete = int(np.sum(of_pairs <= length))
    say = {"pairs": len(of_pairs), "complete": complete, "rest": len(of_pairs) - complete, "length": length}
    say |= {"fastest": in_tokens(of_pairs[0]), "slowest": in_tokens(of_pairs[-1]), "d_model": settings.d_model}
    told = ["Wavelengths", *(["Wavelengths: rest"] if say["rest"] else []), "Wavelengths: ends"]
    say |= {"numerator": 2 * len(of_pairs) - 2, "factor": base ** (2 / settings.d_model)}
    st.markdown(" ".join(words[part].format(**say) for part in told))
    figure = wavelengths_by_pair(
        of_pairs,
        unscaled=None if scale == 1 else of_pairs / scale,
        length=length,
        palette=chart.palette(),
        x="pair",
        y="wavelength (tokens)",
    )

    def table() -> pd.DataFrame:
        named = {"pair": np.arange(len(of_pairs)), "wavelength in tokens": of_pairs}
        return pd.DataFrame(named | {"turns within max length": length / of_pairs})

    chart.show(figure, alt=words["Wavelengths: alt"].format(**say), table=table, key="wavelengths")
    st.caption(words["Wavelengths: even"].format(**say))


def counter() -> None:
    found = matches(NUMBERS, BITS, settings.d_model, base=base, scale=scale)[::-1]  # highest bit first
    periods, nearest = bit_wavelengths(BITS)[::-1], np.array([match.wavelength for match in found])
    numbers, between = np.arange(NUMBERS), np.linspace(-0.5, NUMBERS - 0.5, 16 * NUMBERS + 1)
    say = {"last": NUMBERS - 1, "longest": periods[0], "count": NUMBERS, "fastest": in_tokens(2 * np.pi * scale)}
    st.markdown(words["Counter"])
    named = [f"bit {match.bit}" for match in found]
    worth = [f"{name}<br>{period / 2:.0f}" for name, period in zip(named, periods, strict=True)]
    repeats = [f"{name}<br>{period:.0f}" for name, period in zip(named, periods, strict=True)]
    partners = ["none<br>–" if m.pair is None else f"{m.pair}<br>{m.wavelength:.3g}" for m in found]
    panels = {
        "bits": (bits(NUMBERS, BITS)[:, ::-1], worth, None, chart.palette().text, "bit, what it is worth"),
        "waves": (negative_half(numbers, periods), repeats, periods, theme.SINE, "bit, wavelength (tokens)"),
        "pairs": (negative_half(numbers, nearest), partners, nearest, theme.SINE, "pair, wavelength (tokens)"),
    }
    for place, (name, (ones, labels, lengths, colour, x)) in zip(st.columns(3), panels.items(), strict=True):
        with place:
            st.markdown(words[f"Counter: {name}"])
            figure = bit_table(
                ones,
                labels,
                colour=colour,
                palette=chart.palette(),
                x=x,
                y="position (tokens)",
                digits=lengths is None,
                wave_positions=between,
                waves=None if lengths is None else half_token_later(between, lengths),
            )
            frame = pd.DataFrame({"position": numbers} | dict(zip(named, ones.T, strict=True)))
            chart.show(figure, alt=words["Counter: alt"].format(**say), table=frame.copy, key=f"counter_{name}")
    agreement = []
    for match in found:
        if match.pair is not None:
            say |= {"bit": match.bit, "pair": match.pair, "agreeing": match.agreeing}
            agreement += [words["Counter: matched"].format(**say, wavelength=in_tokens(match.wavelength))]
    if unmatched := ", ".join(f"bit {match.bit}" for match in found if match.pair is None):
        agreement += [words["Counter: unmatched"].format(unmatched=unmatched)]
    st.markdown(f"Positions 0 to {NUMBERS - 1}: {'; '.join(agreement)}.")
    st.markdown(words["Counter: reason"].format(**say))


for tab, view in zip(
    st.tabs(["Curves", "Wavelengths", "Binary counter"], key="view", bind="query-params", on_change="rerun"),
    (curves, by_pair, counter),
    strict=True,
):
    if tab.open:
        with tab:
            view()
room.close(words)
