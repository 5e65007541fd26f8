from collections.abc import Callable
from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.inputs.settings import Settings
from model_configs.entries import ConfigError
from model_configs.facts import is_elsewhere
from model_configs.lengths import first_target, lengthen, lengths
from model_configs.model_config import ModelConfig
from model_configs.pair_wavelengths import pair_wavelengths
from pages.long_context.model import beside, engines, findings, numbers, prose, symptoms, understood, wavelengths
from pages.long_context.model.choice import SLOTS, TARGETS, ask, ask_layers, ask_target, link_query
from pages.long_context.model.upload import ask_for_link
from pages.long_context.model.view import View
from pages.shared import frame, room, view_row, views
from pages.shared.verbatim import markdown
from pages.shared.words import Words

SYMPTOM = "By symptom"  # of findings, whatever config is chosen
ELSEWHERE = {  # scheme → room
    "ALiBi": "biases",
    "T5": "biases",
    "Learned": "learned",
    "NoPE": "nope",
    "Sinusoidal": "matrix",
    "Axial": "images",
}
VIEWS = {
    "Angles": wavelengths.angles,
    "For your engine": engines.draw,
    "Two configs": beside.draw,
    "Numbers": numbers.draw,
}


def draw(settings: Settings, words: Words) -> None:
    controls = frame.controls()
    choice = ask(controls, words)
    room.close(words, report(controls, *choice, words) if choice else None)


def report(
    controls: DeltaGenerator, config: ModelConfig, name: str, source: str, words: Words
) -> Callable[[], object]:
    """The view of a config; what remains to be said stands under "More"."""
    if view_row.view_name() == SYMPTOM:
        symptoms.draw(words)
        return partial(st.caption, source)
    if is_elsewhere(config):
        findings.draw(config.findings(None), config, name, words)
        st.info(words("Which model", model=markdown(config.form.model) or "MODEL"))
        return partial(st.caption, source)
    view = at_target(controls, config, name, words) if config.layer_types else None
    if view is None:
        target = None if config.table_tokens is None else ask_target(controls, words, first_target(config))
        findings.draw(config.findings(target), config, name, words)
        elsewhere(config, words)
        return partial(st.caption, source)
    views.draw(VIEWS, view, words)
    if name in SLOTS:
        ask_for_link(SLOTS[name], config, words)
    return partial(more, view, source, words)


def more(view: View, source: str, words: Words) -> None:
    """What was read of the config, and what every engine computes."""
    understood.draw(view, source, words)
    engines.all_seven(view, words)


def at_target(controls: DeltaGenerator, config: ModelConfig, name: str, words: Words) -> View | None:
    """The config at the length that the reader asks for; None where it gives no frequencies."""
    usual, own_lengths = TARGETS.get(name) or first_target(config), map(lengths, config.layer_types)
    claims = [length for each in own_lengths for length in (each.original, each.claim)]
    target = ask_target(controls, words, usual, *claims)
    layer_type = ask_layers(controls, config)
    current = None
    try:
        for kind in config.layer_types:  # all, so that a config is refused whichever of its layers are shown
            after = pair_wavelengths(kind, target, rewritten=lengthen(kind, target))
            view = View(config, name, target, pair_wavelengths(kind, target), after)
            current = view if kind.name == layer_type.name else current  # the others may take 1 MB each
    except ConfigError as error:
        st.error(prose.unusable(error, words))
        return None
    return current


def elsewhere(config: ModelConfig, words: Words) -> None:
    """What was read of a config without wavelengths, its layers, and the room about its encoding."""
    st.table(understood.table(config, None, words), border="horizontal", hide_index=True, width=620)
    if config.scheme in ELSEWHERE:
        st.markdown(words("Of pictures" if config.scheme == "Axial" else "No turning", scheme=config.scheme))
        st.page_link(f"pages/{ELSEWHERE[config.scheme]}.py", label=words["No turning: link"])


draw(*room.enter(__file__, link_query=link_query))
