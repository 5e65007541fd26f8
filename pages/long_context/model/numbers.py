"""The numbers that a loaded model must hold: of every pair as a table, as files, and code that compares them."""

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from model_configs.expected import as_json, as_npz
from model_configs.model import Config
from model_configs.pair_wavelengths import PairWavelengths
from pages.long_context.model.script_values import frequencies_values
from pages.long_context.model.view import View
from pages.shared import chart
from pages.shared.contents import here
from pages.shared.words import Words
from pages.take_away.code import Code
from pages.take_away.files import file_name

MAKE: Mapping[str, Callable[[Config, float], bytes | str]] = {"npz": as_npz, "json": as_json}  # by ending


def draw(view: View, words: Words) -> None:
    """The table of pairs, two files, and the lines that compare them with a model or compute them."""
    config, target, kind = view.config, view.target, view.before.kind
    st.markdown(words("Numbers", reading=view.reading, factor=view.before.attention_factor))
    chart.grid(_of_pairs(view.before), alt=words("Numbers: alt", reading=view.reading))
    name = file_name("expected", here())
    with st.container(horizontal=True, gap="small"):
        for ending, make in MAKE.items():
            label, file = words(f"Expected: {ending}"), f"{name}.{ending}"
            key = f"expected_{ending}"
            st.download_button(label, partial(make, config, target), file, key=key, on_click="ignore")
    compare, numpy = st.tabs([words["Expected: compare"], words["Expected: compute"]])
    script = Code("loaded", {"file": f"{name}.npz"})
    compare.code(script.program({}, title=words["Title"]), language="python", height=300)
    frequencies_code = Code("model/frequencies", frequencies_values(kind, target), methods=(kind.rule,))
    numpy.code(frequencies_code.program({}, title=words["Title"]), language="python", height=300)


def _of_pairs(pairs: PairWavelengths) -> pd.DataFrame:
    omega, before = pairs.omega, pairs.trained_omega
    ratio = np.divide(omega, before, out=np.ones_like(omega), where=before > 0)
    return pd.DataFrame(
        {
            "pair": np.arange(len(omega)),
            "wavelength in training (tokens)": pairs.in_training.wavelengths,
            "turns in training": pairs.turns,
            "wavelength as configured (tokens)": pairs.wavelengths,
            "÷ trained": ratio,
            f"turns at {pairs.target_offsets - 1:,}": (pairs.target_offsets - 1) * omega / (2 * np.pi),
            "first unseen offset (tokens)": np.where(pairs.unseen_pairs, pairs.first_unseen, np.nan),
        }
    )
