"""Findings directly under the controls: a line each, which opens: what follows, the cure as a diff, the source."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from model_configs.advice import TARGET
from model_configs.cure import change
from model_configs.finding import Finding, apply_patch
from model_configs.model_config import ModelConfig
from model_configs.records import records
from pages.long_context.model import prose
from pages.long_context.model.choice import SLOTS, shown_name
from pages.long_context.model.upload import LARGEST
from pages.shared import address
from pages.shared.contents import YOUR_CONFIG
from pages.shared.verbatim import markdown
from pages.shared.words import Words

SEVERE = ("error", "warning")  # severities that stand in the open
MOST_LINES = 6  # lines; further findings stand in a fold

Numbered = Sequence[tuple[int, Finding]]  # findings with their numbers, for the keys of buttons


def draw(
    findings: Sequence[Finding],
    config: ModelConfig,
    name: str,  # what the reader chose: cures can be applied to a config of their own
    words: Words,
) -> None:
    """The verdict on a model: its findings, the most severe first, notes below one line."""
    severe = [finding for finding in findings if finding.severity in SEVERE]
    notes = [finding for finding in findings if finding.severity not in SEVERE]
    by_number = [*enumerate([*severe, *notes])]
    text = st.session_state.get(SLOTS[YOUR_CONFIG].key) or "" if name == YOUR_CONFIG else None
    _lines(by_number[: min(len(severe), MOST_LINES)], config, text, words)
    shown = shown_name(name, config)
    if not findings:
        st.markdown(words("Findings: none", name=shown))
    more, quiet = by_number[min(len(severe), MOST_LINES) : len(severe)], by_number[len(severe) :]
    for rest, heading in ((more, "Findings: more"), (quiet, _heading(severe, notes))):
        if rest:
            cures = sum(bool(finding.patch) for _, finding in rest)
            cure = words(f"Findings: cure{'s' * (cures != 1)}", count=cures) if cures else ""
            with st.expander(words(heading, count=len(rest), name=shown, cure=cure), type="compact"):
                for number, finding in rest:
                    _one(finding, config, words, text, number, "Finding")


def _heading(severe: Sequence[Finding], notes: Sequence[Finding]) -> str:
    """Above the notes; where nothing else is found, it says so."""
    count = "note" if len(notes) == 1 else "notes"
    return f"Findings: {count}{'' if severe else ' alone'}"


def _lines(by_number: Numbered, config: ModelConfig, text: str | None, words: Words) -> None:
    """A line each; of findings on a reader's own file the first one is open."""
    for number, finding in by_number:
        line = words(f"Findings: {finding.severity}", reading=markdown(finding.message.splitlines()[0]))
        is_open = number == 0 and text is not None and finding.rule != TARGET
        with st.container(key=f"{finding.severity}_{number}"), st.expander(line, expanded=is_open):
            _one(finding, config, words, text, number, "Finding: rest")


def _one(
    finding: Finding,
    config: ModelConfig,
    words: Words,
    text: str | None,
    number: int,
    heading: str,
) -> None:
    st.markdown(prose.finding(finding, words, heading))
    if finding.patch:
        st.code(change(text or "", config, finding.patch), language="diff", wrap_lines=True)
    if finding.patch and text is not None:
        arguments = (config.source, finding.patch)
        st.button(words["Finding: apply"], key=f"apply_{number}", on_click=_apply, args=arguments)
    st.caption(prose.evidence(records()[finding.rule], words, finding.source))


def _apply(source: Mapping[str, Any], patch: Mapping[str, Any]) -> None:
    """Put the mended config where the reader's own stood."""
    slot, text = SLOTS[YOUR_CONFIG], json.dumps(apply_patch(source, patch), indent=2)
    if len(text) <= LARGEST:
        st.session_state[slot.key] = text
        address.write(**{slot.link: None})  # the link holds the older config
