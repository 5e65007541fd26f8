"""RoPE under every rule: the reader drags the wanted length, and the cliff moves."""

import streamlit as st

from core.long_context.trained.curves import BETA, BETAS, FACTORS, WINDOW, sources_of_rules
from core.long_context.trained.measurement import between
from core.long_context.trained.stored import HEAD_DIM, LENGTH
from core.teach.room_address import RoomAddress
from pages.long_context.extrapolation.curve_pictures import by_position, listed, stored_curves
from pages.shared import preview
from pages.shared.room_link import room_link
from pages.shared.views import bound
from pages.shared.words import Words

LENGTHS = (LENGTH, *(factor * LENGTH for factor in FACTORS))
FIRST = 4 * LENGTH


def draw(words: Words) -> None:
    controls = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
    target = preview.slider(
        words["Wanted"], LENGTHS, FIRST, key="wanted_length", place=controls, width=320, help=words["Wanted: help"]
    )
    beta = preview.slider(
        words["Beta"], BETAS, BETA, key="yarn_beta", place=controls, width=220, help=words["Beta: help"]
    )
    sharpened = controls.toggle(words["Temperature"], True, help=words["Temperature: help"], **bound("temperature"))
    cut = controls.toggle(words["Window"], False, help=words["Window: help"], **bound("text_window"))
    stored = sources_of_rules(target // LENGTH, beta, sharpened=sharpened, cut=cut)
    last = {name: between(values, target // 2, target) for name, values in stored_curves("rules", stored).items()}
    window = last.pop(WINDOW)
    facts = {"wanted": target, "half": target // 2, "last": target - 1, "factor": target // LENGTH}
    facts |= {"own": listed(last), "window": window}
    by_position("rules", "rules", stored, words, facts=facts, target=target, lasting="" if cut else WINDOW)
    st.markdown(words("Rules: cut" if cut else "Rules: trained" if target == LENGTH else "Rules", **facts))
    context = (str(LENGTH), str(max(target, 2 * LENGTH)))
    query = {"rotary_dim": (str(HEAD_DIM),), "context": context, "rules": tuple(last)}
    room_link(RoomAddress("stretch", query), words["Angles"], key="to_stretch")
