"""RoPE under every rule: the reader drags the wanted length, and the cliff moves."""

import streamlit as st

from core.long_context.trained.curves import BETA, BETAS, FACTORS, WINDOW, sources_of_rules, under_rules
from core.long_context.trained.measurement import between
from core.long_context.trained.stored import HEAD_DIM, LENGTH
from core.scaling import RULES, unscaled, yarn
from core.teach.room_address import RoomAddress
from figures import theme
from figures.long_context.rules import LOOKS
from pages.long_context.extrapolation.shown import by_position, line
from pages.shared import preview
from pages.shared.room_link import room_link
from pages.shared.views import bound
from pages.shared.words import Words

LENGTHS = (LENGTH, *(factor * LENGTH for factor in FACTORS))
FIRST = 4 * LENGTH


def draw(words: Words) -> None:
    controls = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
    wanted = preview.slider(
        words["Wanted"], LENGTHS, FIRST, key="wanted_length", place=controls, width=320, help=words["Wanted: help"]
    )
    beta = preview.slider(
        words["Beta"], BETAS, BETA, key="yarn_beta", place=controls, width=220, help=words["Beta: help"]
    )
    sharpened = controls.toggle(words["Temperature"], True, help=words["Temperature: help"], **bound("temperature"))
    stored = sources_of_rules(wanted // LENGTH, beta, sharpened=sharpened)
    found = under_rules(stored)
    lines = [
        line(name, values, theme.INK, dash="dash")
        if name == WINDOW
        else line(name, values, LOOKS[name].colour, dash=LOOKS[name].dash)
        for name, values in found.items()
    ]
    last = {name: between(values, wanted // 2, wanted) for name, values in found.items()}
    own = ", ".join(f"{name} {value:.2f}" for name, value in last.items() if name != WINDOW)
    said = {
        "wanted": wanted,
        "half": wanted // 2,
        "last": wanted - 1,
        "factor": wanted // LENGTH,
        "own": own,
        "window": last[WINDOW],
    }
    records = [RULES[name] for name in found if name in RULES]
    by_position("rules", stored, lines, words, part="rules", cites=records, said=said, wanted=wanted, inside=True)
    st.markdown(
        words(
            "Rules: trained" if wanted == LENGTH else "Rules",
            **said,
            yarn=last[yarn.RULE.name],
            none=last[unscaled.RULE.name],
        )
    )
    context = (str(LENGTH), str(max(wanted, 2 * LENGTH)))
    asked = {"rotary_dim": (str(HEAD_DIM),), "context": context, "rules": tuple(record.name for record in records)}
    room_link(RoomAddress("stretch", asked), words["Angles"], key="to_stretch")
