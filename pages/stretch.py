from pathlib import Path

import streamlit as st

from core.inputs.settings import Settings
from core.long_context.stretched_model import StretchedModel
from core.scaling import RULES, linear, ntk, unscaled, yarn
from core.scaling.rule import Rule
from pages.long_context.stretch import one_pair, rules, side_by_side, whose
from pages.long_context.stretch.model_and_pair import ModelAndPair
from pages.shared import address, frame, room, views
from pages.shared.views import bind
from pages.shared.words import Words, read

DEFAULT_RULES = [module.RULE.name for module in (unscaled, linear, ntk, yarn)]  # at first
PAIR = 52  # shown first
NO_SLIDERS = "<style>.st-key-shared_settings { display: none }</style>"  # a model has its own base
VIEWS = {
    "All pairs": side_by_side.draw,
    "One pair": one_pair.draw,
    "YaRN’s two ramps": rules.two_ramps,
}


def draw(settings: Settings, words: Words) -> None:
    controls = frame.controls()
    source = whose.ask(controls, settings, words, read(Path(__file__).with_name("model.md")))
    if isinstance(source, str):
        st.markdown(source)
        room.close(words)
        return
    if source.name != whose.SLIDERS:
        st.html(NO_SLIDERS)
    names = ask_rules(source)
    last = source.dim // 2 - 1
    pair = address.whole("at_pair", min(PAIR, last), 0, last)
    model = StretchedModel(names, source.dim, source.base, source.original, source.target, source.scaled_by_rule)
    state = ModelAndPair(model, pair, words, source)
    views.draw(VIEWS, state)
    room.close(words, lambda: rules.more(state))


def ask_rules(source: whose.Whose) -> dict[str, Rule]:
    """The rules to show; a model's own rule is among them at first."""
    first = [name for name in RULES if name in {*DEFAULT_RULES, source.rule}]
    names = st.pills(
        "rules",
        list(RULES),
        selection_mode="multi",
        default=first,
        label_visibility="collapsed",
        on_change=_name_model,
        args=(source.name,),
        **bind("rules"),
    )
    return {name: rule for name, rule in RULES.items() if name in (names or [unscaled.RULE.name])}


def _name_model(name: str) -> None:
    """An address that names rules names their model too; without a model the sliders apply."""
    if name not in (whose.SLIDERS, address.text("model")):  # a needless message may come after Back
        address.write(model=name)


draw(*room.enter(__file__))
