"""The wavelengths of all pairs: as teeth on one axis, a comb for each state of a model, and as a table."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from core.schemes import SCHEMES
from figures.long_context.model import WavelengthRow, wavelength_rows
from model_configs.facts import rule
from model_configs.pair_wavelengths import PairWavelengths
from pages.long_context.model import findings, prose
from pages.long_context.model.choice import TARGETS
from pages.long_context.model.script_values import comb_values
from pages.long_context.model.view import View
from pages.shared import chart
from pages.shared.columns import Columns
from pages.shared.words import Words
from pages.take_away.code import Code

FLAGS = ("completed a turn", "meets unseen angles")  # columns


def angles(view: View, words: Words) -> None:
    """Findings in a line each, the combs of wavelengths, and the sentences about them."""
    findings.draw(view.config.findings(view.target), view.config, view.name, words)
    if view.target == TARGETS.get(view.name):
        st.caption(words("Example", name=view.name, times=round(view.target / view.before.lengths.claim)))
    draw(view, words)
    st.markdown(f"{words['Turns: lines']} {prose.wavelengths(view, words)}")
    varied = prose.varied_layers(view, words)
    if varied:
        st.markdown(varied)


def draw(view: View, words: Words) -> None:
    """The states that differ: in training, as configured, and as written for the target."""
    before, after = view.before, view.after
    rows = {words("Comb: stands", rule=rule(before.kind)): before}
    if not np.allclose(before.trained_omega, before.omega, rtol=1e-9, atol=0):
        rows = {words("Comb: trained", base=before.kind.base): before.in_training} | rows
    if view.needs_change:
        rows[words("Comb: after", rule=rule(after.kind))] = after
    show(rows, _lines(view), view, words, key="comb")


def show(
    states: Mapping[str, PairWavelengths], lengths: Mapping[str, float], view: View, words: Words, *, key: str
) -> None:
    """Combs of states by name, with a vertical line at each length."""
    red = "unseen at first" if view.is_taught_later else "unseen"
    columns = Columns(lambda: _table(states), code(states, "comb"))
    figure = wavelength_rows(
        [_comb(name, columns.frame()) for name in states],
        lengths=lengths,
        names=(words["Comb: complete"], words["Comb: incomplete"], words[f"Comb: {red}"]),
        palette=chart.palette(),
        x="wavelength (tokens for one turn)",
    )
    alt = words("Comb: alt", reading=view.reading, rule=rule(view.before.kind))
    chart.show(figure, columns, alt=alt, key=key)


def code(states: Mapping[str, PairWavelengths], script: str) -> Code:
    """A script of the room for these states."""
    values: Mapping[str, Any] = comb_values(states)
    rules = dict.fromkeys(kind.rule for row in states.values() for kind in (row.origin, row.kind))
    return Code(f"model/{script}", values, methods=tuple(rules), cites=(SCHEMES["RoPE"],))


def _comb(name: str, table: pd.DataFrame) -> WavelengthRow:
    """A row of the picture from its part of the table."""
    own = table[table["comb"] == name]
    return WavelengthRow(name, *(own[each].to_numpy() for each in ("wavelength", *FLAGS)))


def _table(states: Mapping[str, PairWavelengths]) -> pd.DataFrame:
    return pd.concat(
        pd.DataFrame(
            {
                "comb": name,
                "pair": np.arange(len(row.omega)),
                "wavelength": row.wavelengths,
                **dict(zip(FLAGS, (row.complete, row.unseen_pairs), strict=True)),
            }
        )
        for name, row in states.items()
    )


def _lines(view: View) -> dict[str, float]:
    """Lengths by label; equal ones share a label."""
    pairs, trained = view.before, "trained at first" if view.is_taught_later else "trained"
    lengths = {trained: pairs.lengths.original, "claimed": pairs.lengths.claim, "target": pairs.target}
    if pairs.kind.window:
        lengths = {"chunk" if pairs.kind.is_chunked else "window": pairs.kind.window} | lengths
    names_of: dict[float, list[str]] = {}
    for name, length in lengths.items():
        names_of.setdefault(length, []).append(name)
    return {f"{', '.join(names)} {length:,}": length for length, names in names_of.items()}
