from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from core.config.lengths import first_target, lengthened
from core.config.pair_wavelengths import pair_wavelengths
from core.inputs.entries import ConfigError
from pages.long_context.model import beside, comb, every_pair, findings, take, understood
from pages.long_context.model.choice import ask, ask_layers, ask_target, chosen_config
from pages.long_context.model.view import View, formula, rule_text
from pages.shared import room
from pages.shared.verbatim import markdown
from pages.shared.views import tabs

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

    from core.inputs.settings import Settings
    from core.model_config import ModelConfig
    from pages.shared.words import Words

ROOMS = {"ALiBi": "biases", "T5": "biases", "Learned": "learned", "NoPE": "nope", "Sinusoidal": "matrix"}
VIEWS = {"Take it with you": take.draw, "Side by side": beside.draw, "Every pair": every_pair.draw}


def draw(settings: Settings, words: Words) -> None:
    controls = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
    config, name, source = chosen_config(ask(controls, words), words)
    view = at_target(controls, config, name, words) if config.layer_types else None
    st.caption(source)
    found = config.findings()
    if view is not None:
        understood.metrics(view, words, found)
        wavelengths(view, words)
    else:
        elsewhere(config, words)
    findings.draw(found, words)
    if view is not None:
        tabs(VIEWS, "model_view", view, words)
    st.caption(words["Own numbers"])
    room.close(words)


def at_target(controls: DeltaGenerator, config: ModelConfig, name: str, words: Words) -> View | None:
    """The config at the length that the reader asks for; None where it gives no frequencies."""
    target = ask_target(controls, words, first_target(config))
    chosen = ask_layers(controls, config)
    try:
        views = {
            kind.name: View(
                config,
                name,
                target,
                pair_wavelengths(kind, target),
                pair_wavelengths(kind, target, rewritten=lengthened(kind, target)),
            )
            for kind in config.layer_types  # all, so that a config is refused whichever of its layers are shown
        }
    except ConfigError as error:
        st.error(words("Unusable", error=markdown(str(error))))
        return None
    return views[chosen.name]


def wavelengths(view: View, words: Words) -> None:
    """The combs, what was read, and the sentences about them."""
    left, right = st.columns([5, 3], gap="medium")
    with left:
        comb.draw(view, words)
    right.table(understood.table(view.config, view.own), border="horizontal", hide_index=True)
    parts = ["Turns", "Unseen" if view.own.unseen.any() else "All seen"]
    if not view.own.lengths.is_given:
        parts.append("Assumed")
    said = {"found": view.reading, "rule": rule_text(view.own.kind)}
    st.markdown(" ".join(words(part, **said) for part in parts))
    st.latex(words("Formula", found=view.reading, **formula(view)))


def elsewhere(config: ModelConfig, words: Words) -> None:
    """What was read of a config without wavelengths, and the room about its encoding."""
    st.table(understood.table(config, None), border="horizontal", hide_index=True, width=520)
    if config.scheme in ROOMS:
        st.markdown(words("No turning", scheme=config.scheme))
        st.page_link(f"pages/{ROOMS[config.scheme]}.py", label=words["No turning: link"])


draw(*room.enter(__file__))
