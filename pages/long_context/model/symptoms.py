"""Findings by what one sees: symptom, cause, cure, versions, and what each stands on."""

import streamlit as st

from model_configs.records import Record, by_symptom
from model_configs.sentences import clause
from pages.long_context.model import prose
from pages.shared import views
from pages.shared.words import Words

MOST = 5  # findings


def draw(words: Words) -> None:
    """A field for a symptom or a finding's name, and the findings that fit."""
    text = st.text_input(
        words["Symptom: label"], placeholder=words["Symptom: placeholder"], width=480, **views.bind("symptom")
    )
    records = by_symptom(text or words["Symptom: placeholder"])[:MOST]
    if not records:
        st.markdown(f"{clause('outside')} {words['Symptom: none']}")
    for record in records:
        _one(record, words)


def _one(record: Record, words: Words) -> None:
    st.markdown(f"##### {record.title}\n{words('Symptom: record', record=record)} {prose.evidence(record, words)}")
