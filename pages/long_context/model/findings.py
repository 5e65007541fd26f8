"""Findings directly under the controls: a line each, which opens: what follows, the cure as a diff, the source."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from model_configs.cure import difference
from model_configs.finding import Finding, apply_patch
from model_configs.model_config import ModelConfig
from model_configs.records import records
from pages.long_context.model import prose
from pages.long_context.model.choice import SLOTS
from pages.long_context.model.upload import LARGEST
from pages.shared import address
from pages.shared.contents import YOUR_CONFIG
from pages.shared.verbatim import markdown
from pages.shared.words import Words

ICONS = {"error": ":material/error:", "warning": ":material/warning:"}  # of severities that stand in the open
MOST_LINES = 6  # lines; further findings stand in a fold


def draw(
    findings: Sequence[Finding],
    config: ModelConfig,
    name: str,  # what the reader chose: cures can be applied to a config of their own
    words: Words,
) -> None:
    """The verdict on a model: its findings, the most severe first, notes below one line."""
    severe = [finding for finding in findings if finding.severity in ICONS]
    notes = [finding for finding in findings if finding.severity not in ICONS]
    if not severe:
        st.markdown(words("Findings: none", name=name))
    by_number = [*enumerate([*severe, *notes])]
    source = config.source if name == YOUR_CONFIG else None
    _lines(by_number[: min(len(severe), MOST_LINES)], config, source, words)
    more, quiet = by_number[min(len(severe), MOST_LINES) : len(severe)], by_number[len(severe) :]
    for rest, heading in ((more, "more"), (quiet, "note" if len(notes) == 1 else "notes")):
        if rest:
            with st.expander(words(f"Findings: {heading}", count=len(rest), name=name), type="compact"):
                for number, finding in rest:
                    _one(finding, config, words, source, number, "Finding")


def _lines(
    by_number: Sequence[tuple[int, Finding]], config: ModelConfig, source: Mapping[str, Any] | None, words: Words
) -> None:
    for number, finding in by_number:
        line = f"**{finding.severity.capitalize()}** · {markdown(finding.message.splitlines()[0])}"
        with st.expander(line, icon=ICONS[finding.severity]):
            _one(finding, config, words, source, number, "Finding: rest")


def _one(
    finding: Finding, config: ModelConfig, words: Words, source: Mapping[str, Any] | None, number: int, heading: str
) -> None:
    st.markdown(prose.finding(finding, words, heading))
    st.caption(prose.evidence(records()[finding.rule], words))
    if not finding.patch:
        return
    as_read = difference(config.source, finding.patch)  # "" where it has been mended while it was read
    st.code(as_read or difference({}, finding.patch), language="diff", wrap_lines=True)
    if source is not None:
        st.button(words["Finding: apply"], key=f"apply_{number}", on_click=_apply, args=(source, finding.patch))


def _apply(source: Mapping[str, Any], patch: Mapping[str, Any]) -> None:
    """Put the mended config where the reader's own stood."""
    slot, text = SLOTS[YOUR_CONFIG], json.dumps(apply_patch(source, patch), indent=2)
    if len(text) <= LARGEST:
        st.session_state[slot.key] = text
        address.write(**{slot.link: None})  # the link holds the older config
