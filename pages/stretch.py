from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from core.long_context.stretched_model import StretchedModel
from core.scaling import RULES, linear, ntk, unscaled, yarn
from core.scaling.parameters import ORIGINAL_LENGTH
from pages.long_context.stretch import attention, cached_keys, one_pair, rules, side_by_side
from pages.long_context.stretch.model_and_pair import ModelAndPair
from pages.shared import address, hand, room, views
from pages.shared.views import bound

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

    from core.inputs.settings import Settings
    from pages.shared.words import Words

CHOSEN = [module.RULE.name for module in (unscaled, linear, ntk, yarn)]  # at first
LLAMA_2 = (4096, 32_768)  # context length, trained and wanted
HEAD, MAX_HEAD, PAIR = 128, 512, 52  # rotary features, their largest number, the pair shown first
VIEWS = {
    "All pairs": side_by_side.draw,
    "One pair": one_pair.draw,
    "Rules": rules.explanations,
    "YaRN’s two ramps": rules.two_ramps,
    "Attention": attention.draw,
    "Cached keys": cached_keys.draw,
    "Numbers": rules.numbers,
}


def draw(settings: Settings, words: Words) -> None:
    dim = 2 * (address.whole("rotary_dim", HEAD, 4, MAX_HEAD) // 2)
    controls = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
    original, target = ask_lengths(controls, words)
    pair = ask_pair(controls, words, dim // 2)
    names = st.pills("rules", list(RULES), selection_mode="multi", default=CHOSEN, **bound("rules"))
    chosen = {name: rule for name, rule in RULES.items() if name in (names or [unscaled.RULE.name])}
    model = StretchedModel(chosen, dim, settings.base, original, target)
    views.draw(VIEWS, ModelAndPair(model, pair, words))
    room.close(words)


def ask_lengths(place: DeltaGenerator, words: Words) -> tuple[int, int]:
    """Trained and wanted context length, tokens."""
    ends = hand.slider(
        words["Context"],
        ORIGINAL_LENGTH.stops,
        LLAMA_2,
        key="context",
        place=place,
        width=400,
        help=words["Context: help"],
    )
    original, target = sorted(ends)
    return original, target


def ask_pair(place: DeltaGenerator, words: Words, pairs: int) -> int:
    """The pair that is marked in every picture; its widget keeps one range for all heads, or it would be reset."""
    pair = address.whole("at_pair", PAIR, 0, pairs - 1)
    st.session_state["at_pair_asked"] = pair
    place.number_input(
        "pair", 0, MAX_HEAD // 2 - 1, key="at_pair_asked", on_change=take_pair, width=130, help=words["Pair: help"]
    )
    return pair


def take_pair() -> None:
    address.put(at_pair=st.session_state["at_pair_asked"])


draw(*room.enter(__file__))
