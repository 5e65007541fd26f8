"""Findings about a config: a box for each severe one, and one box for all that is only worth knowing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from pages.shared.verbatim import markdown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.inputs.finding import Finding
    from pages.shared.words import Words

BOXES = {"error": st.error, "warning": st.warning}
SHOWN = 8  # boxes; further findings stand in an expander


def draw(found: Sequence[Finding], words: Words) -> None:
    """All findings."""
    if not found:
        st.success(words["Findings: none"])
    severe = [finding for finding in found if finding.severity in BOXES]
    for finding in severe[:SHOWN]:
        BOXES[finding.severity](_text(finding, words))
    if len(severe) > SHOWN:
        with st.expander(words("Findings: more", count=len(severe) - SHOWN)):
            st.markdown("\n\n".join(_text(finding, words) for finding in severe[SHOWN:]))
    notes = [_text(finding, words) for finding in found if finding.severity not in BOXES]
    if notes:
        st.info("\n\n".join(notes))


def _text(finding: Finding, words: Words) -> str:
    found, why, instead = (markdown(sentence) for sentence in finding.message.split("\n"))
    return words("Finding", key=markdown(finding.key), found=found, why=why, instead=instead)
