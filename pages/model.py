from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from core.config.lengths import first_target, lengthened
from core.config.pair_wavelengths import pair_wavelengths
from core.inputs.entries import ConfigError
from pages.long_context.model import beside, engines, expected, findings, layers, said, understood, wavelengths
from pages.long_context.model.choice import ask, ask_layers, ask_target, chosen_config
from pages.long_context.model.view import View, formula
from pages.shared import room, views
from pages.shared.verbatim import markdown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from streamlit.delta_generator import DeltaGenerator

    from core.inputs.finding import Finding
    from core.inputs.settings import Settings
    from core.model_config import ModelConfig
    from pages.shared.words import Words

ROOMS = {"ALiBi": "biases", "T5": "biases", "Learned": "learned", "NoPE": "nope", "Sinusoidal": "matrix"}
VIEWS = {
    "For your engine": engines.draw,
    "Layer by layer": layers.draw,
    "Expected numbers": expected.draw,
    "Side by side": beside.draw,
    "Every pair": wavelengths.every_pair,
}


def draw(settings: Settings, words: Words) -> None:
    controls = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
    chosen = chosen_config(ask(controls, words), words)
    if chosen is not None:  # of a config that was not read nothing is shown but why
        report(controls, *chosen, words)
    room.close(words)


def report(controls: DeltaGenerator, config: ModelConfig, name: str, source: str, words: Words) -> None:
    """All that a config says: findings first, directly under the input."""
    view = at_target(controls, config, name, words) if config.layer_types else None
    st.caption(source)
    found = config.findings(view.target if view else None)
    findings.draw(found, config, name, words)
    if view is None:
        elsewhere(config, words)
        return
    overview(view, words, found)
    views.draw(VIEWS, view, words)
    st.caption(words["Own numbers"])


def at_target(controls: DeltaGenerator, config: ModelConfig, name: str, words: Words) -> View | None:
    """The config at the length that the reader asks for; None where it gives no frequencies."""
    target = ask_target(controls, words, first_target(config))
    chosen = ask_layers(controls, config)
    shown = None
    try:
        for kind in config.layer_types:  # all, so that a config is refused whichever of its layers are shown
            after = pair_wavelengths(kind, target, rewritten=lengthened(kind, target))
            view = View(config, name, target, pair_wavelengths(kind, target), after)
            shown = view if kind.name == chosen.name else shown  # the others may take 1 MB each
    except ConfigError as error:
        st.error(words("Unusable", error=markdown(str(error))))
        return None
    return shown


def overview(view: View, words: Words, found: Sequence[Finding]) -> None:
    """The combs with their numbers, what was read, and the sentences about them."""
    left, right = st.columns([5, 3], gap="medium")
    with left:
        wavelengths.draw(view, words)
        understood.metrics(view, words, found)
    right.table(understood.table(view.config, view.own, words), border="horizontal", hide_index=True)
    st.markdown(f"{words['Turns: lines']} {said.wavelengths(view, words)}")
    st.latex(words("Formula", found=view.reading, **formula(view)))


def elsewhere(config: ModelConfig, words: Words) -> None:
    """What was read of a config without wavelengths, its layers, and the room about its encoding."""
    st.table(understood.table(config, None, words), border="horizontal", hide_index=True, width=620)
    if config.scheme in ROOMS:
        st.markdown(words("No turning", scheme=config.scheme))
        st.page_link(f"pages/{ROOMS[config.scheme]}.py", label=words["No turning: link"])


draw(*room.enter(__file__))
