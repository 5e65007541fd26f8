"""Findings directly under the input: what is wrong, what follows, the cure as a diff, and the source."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import streamlit as st

from core.config.cure import difference
from core.inputs.finding import patched
from pages.long_context.model import said
from pages.long_context.model.choice import OWN, SLOTS
from pages.long_context.model.upload import LARGEST
from pages.shared import address

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from core.inputs.finding import Finding
    from core.model_config import ModelConfig
    from pages.shared.words import Words

BOXES = {"error": st.error, "warning": st.warning}  # of severities that have a box of their own
SHOWN = 8  # boxes; further findings stand in an expander


def draw(found: Sequence[Finding], config: ModelConfig, name: str, words: Words) -> None:
    """All findings: mistakes in boxes, the most severe first, and what is worth knowing below one line.

    Parameters
    ----------
    found : sequence of Finding
    config : ModelConfig
    name : str
        What the reader chose: cures can be applied to a config of their own.
    words : Words
        Of the room.
    """
    if not found:
        st.success(words["Findings: none"])
    severe = [finding for finding in found if finding.severity in BOXES]
    notes = [finding for finding in found if finding.severity not in BOXES]
    own = config.source if name == OWN else None
    for number, finding in enumerate(severe[:SHOWN]):
        _one(finding, config, words, own, number)
    if len(severe) > SHOWN:
        with st.expander(words("Findings: more", count=len(severe) - SHOWN)):
            st.markdown("\n\n".join(said.finding(finding, words) for finding in severe[SHOWN:]))
    if notes:
        heading = words("Findings: note" if len(notes) == 1 else "Findings: notes", count=len(notes))
        with st.expander(heading, expanded=not severe, key="notes"):
            for number, finding in enumerate(notes, len(severe)):
                _one(finding, config, words, own, number)


def _one(finding: Finding, config: ModelConfig, words: Words, own: Mapping[str, Any] | None, number: int) -> None:
    left, right = st.columns([3, 2], gap="medium") if finding.patch else (st.container(), st.container())
    with left:
        BOXES.get(finding.severity, st.markdown)(said.finding(finding, words))
    if not finding.patch:
        return
    lines = difference(config.source, finding.patch) or difference(
        {}, finding.patch
    )  # as read, it is mended already
    right.code(lines, language="diff", wrap_lines=True)
    if own is not None:
        right.button(words["Finding: apply"], key=f"apply_{number}", on_click=_apply, args=(own, finding.patch))


def _apply(source: Mapping[str, Any], patch: Mapping[str, Any]) -> None:
    """Put the mended config where the reader's own stood."""
    slot, text = SLOTS[OWN], json.dumps(patched(source, patch), indent=2)
    if len(text) <= LARGEST:
        st.session_state[slot.key] = text
        address.put(**{slot.link: None})  # the link holds the older config
