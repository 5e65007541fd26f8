"""What the tables are made of: singular vectors beside sinusoids, and singular values."""

from collections.abc import Callable
from functools import partial

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.schemes.analysis.spectrum import PrincipalComponents, Spectrum, share_by_chance
from core.schemes.analysis.spectrum import spectrum as spectrum_of
from core.schemes.analysis.table import Table
from figures.curves import curves
from figures.schemes.learned import SingularVector, singular_vector_rows
from pages.schemes.learned.tables import COLOURS, Tables
from pages.shared import chart
from pages.shared.columns import Columns
from pages.shared.words import Words

VECTORS, POINTS, FREQUENCIES = 6, 512, 96  # shown at most: singular vectors, points of each, bars


def draw(tables: Tables, controls: DeltaGenerator, words: Words) -> Callable[[], object] | None:
    spectra = tables.both(measure)
    learned = spectra["learned"].strongest
    highest = max(each.strongest.cycles_holding(0.95) for each in spectra.values())
    last = min(max(highest, 8), FREQUENCIES, tables.length // 2)
    for place, (kind, each) in zip(st.columns(2, gap="medium"), spectra.items(), strict=True):
        with place:
            st.markdown(tables.heading(kind, words))
            draw_vectors(kind, each, last, tables, words)
    if not any(len(each.strongest.top_shares) for each in spectra.values()):
        return None
    if len(learned.top_shares):
        facts = {
            "held": learned.top_shares[0],
            "swings": swings(learned.cycles[0], words),
            "length": tables.length,
        }
        st.markdown(f"{words('Spectrum', **facts)} {words.get(f'Spectrum: {tables.stored}', '')}")
    return partial(draw_more, spectra, tables, last, words, is_cut=highest > last)


def draw_more(spectra: dict[str, Spectrum], tables: Tables, last: int, words: Words, *, is_cut: bool) -> None:
    """How the curves were found, and how large they are."""
    st.markdown(notes(spectra["learned"], tables.length, last, words, is_cut=is_cut))
    draw_values(spectra["learned"].components, spectra["sinusoidal"].components, tables, words)


def measure(table: Table) -> Spectrum:
    return spectrum_of(table, count=VECTORS, points=POINTS)


def cycles(number: int) -> str:
    return f"{number:,} cycle" if number == 1 else f"{number:,} cycles"


def swings(number: int, words: Words) -> str:
    return words.get(f"Swings: {number}") or words("Swings", count=number)


def draw_vectors(kind: str, spectrum: Spectrum, last: int, tables: Tables, words: Words) -> None:
    strongest = spectrum.strongest
    if not len(strongest.top_shares):
        st.info(words["No components"])
        return
    peaks = [f"{cycles(n)}: {top:.0%}" for n, top in zip(strongest.cycles, strongest.top_shares, strict=True)]
    labels = [
        f"{top:.0%} {swings(n, words)}" for n, top in zip(strongest.cycles, strongest.top_shares, strict=True)
    ]
    series = {f"u{number}": vector for number, vector in enumerate(strongest.vectors.T, 1)}
    places = spectrum.step * np.arange(len(strongest.vectors))
    columns = Columns(lambda: {"position": places} | series, tables.code("components", kind=kind))
    waves = zip(strongest.sinusoids.T, strongest.cycles, strongest.shares[: last + 1].T, strict=False)
    rows = [
        SingularVector(f"curve {number}", label, columns[name], *wave)
        for number, (name, label, wave) in enumerate(zip(columns.names, labels, waves, strict=False), 1)
    ]
    figure = singular_vector_rows(
        rows, palette=chart.palette(), colour=COLOURS[kind], step=spectrum.step, length=tables.length
    )
    alt = words("Spectrum: alt", shown=len(peaks), kind=kind, length=tables.length, peaks="; ".join(peaks))
    chart.show(figure, columns, alt=alt, key=f"components_{kind}")


def notes(spectrum: Spectrum, length: int, last: int, words: Words, *, is_cut: bool) -> str:
    positions = spectrum.components.positions
    rows = -(-length // positions)
    applies_by_note = {
        "Spectrum: caption": True,
        "Spectrum: chance": rows > 2,
        "Spectrum: averaged": positions > 1,
        "Points": spectrum.strongest.size > 1,
        "Spectrum: cut": is_cut,
    }
    facts = {"chance": share_by_chance(max(rows, 3)), "positions": positions, "last": last, "points": spectrum.step}
    return " ".join(words(note, **facts) for note, applies in applies_by_note.items() if applies)


def draw_values(
    learned: PrincipalComponents, sinusoidal: PrincipalComponents, tables: Tables, words: Words
) -> None:
    first, second = learned.values[0], sinusoidal.values[0]
    number = np.arange(1, len(learned.values) + 1)
    values = {"learned": learned.values, "sinusoidal": sinusoidal.values}
    shares = {f"{kind} ÷ first": each / (each[0] or 1) for kind, each in values.items()}
    columns = Columns(lambda: {"component": number} | values | shares, tables.code("singular_values"))
    lines = [columns.line(f"{kind} ÷ first", COLOURS[kind], title=kind) for kind in values]
    facts = {"count": len(number), "needed": learned.count_holding(0.9), "first": first}
    facts |= {"sine_needed": sinusoidal.count_holding(0.9), "sine_first": second}
    left, right = st.columns([3, 2], gap="medium", vertical_alignment="center")
    with left:
        st.markdown(words["Values: heading"])
        figure = curves(lines, palette=chart.palette(), x="component i", y="σᵢ / σ₁", height=300)
        chart.show(figure, columns, alt=words("Values: alt", **facts), key="singular_values")
    right.markdown(words("Values", **facts))
    if np.count_nonzero(learned.values) > 2:
        right.markdown(words("Values: formula", first=first, second=learned.values[1]))
