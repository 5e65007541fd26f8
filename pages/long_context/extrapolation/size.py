"""How large the trained models are, and what their curves rest on."""

from collections.abc import Callable

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.long_context.trained.curves import SIZES, SMALL, Size, larger_origin
from core.long_context.trained.stored import record, stem
from pages.shared.views import named_one_of
from pages.shared.words import Words

More = Callable[[], None]
"""What a view draws first under "More"."""


def chosen_size(words: Words, place: DeltaGenerator) -> Size:
    """How large the trained models are, as the reader chooses."""
    names = {name: words[f"Size: {name}"] for name in SIZES}
    return SIZES[named_one_of(words["Size"], names, key="model_size", default=SMALL.name, place=place)]


def rests_on(size: Size, words: Words) -> None:
    """What the models of a size were made of, and how they were measured."""
    origin = record(stem("text", "RoPE")) if size is SMALL else larger_origin()
    st.markdown(words(f"Rests on: {size.name}", **origin))
