"""The numbers that a loaded model must hold, as files, and code that compares them."""

from collections.abc import Callable, Mapping
from functools import partial

import streamlit as st

from model_configs.expected import as_json, as_npz
from model_configs.model import Config
from pages.long_context.model.script_values import frequencies_values
from pages.long_context.model.view import View
from pages.shared.contents import here
from pages.shared.words import Words
from pages.take_away.code import Code
from pages.take_away.files import file_name

MAKE: Mapping[str, Callable[[Config, float], bytes | str]] = {"npz": as_npz, "json": as_json}  # by ending


def draw(view: View, words: Words) -> None:
    """Two files, the lines that compare them with a model, and code that computes them."""
    config, target, kind = view.config, view.target, view.before.kind
    name = file_name("expected", here())
    st.markdown(words("Expected", target=target))
    with st.container(horizontal=True, gap="small"):
        for ending, make in MAKE.items():
            label, file = words(f"Expected: {ending}"), f"{name}.{ending}"
            key = f"expected_{ending}"
            st.download_button(label, partial(make, config, target), file, key=key, on_click="ignore")
    compare, numpy = st.tabs([words["Expected: compare"], words["Expected: compute"]])
    script = Code("loaded", {"file": f"{name}.npz"})
    compare.code(script.program({}, title=words["Title"]), language="python", height=420)
    frequencies_code = Code("model/frequencies", frequencies_values(kind, target), methods=(kind.rule,))
    numpy.code(frequencies_code.program({}, title=words["Title"]), language="python", height=420)
