"""What a model's config makes of its angles: findings, the comb of wavelengths, and what it says."""

import streamlit as st

from pages.long_context.model import findings, prose, wavelengths
from pages.long_context.model.view import View
from pages.shared.words import Words


def draw(view: View, words: Words) -> None:
    """Findings in a line each, the combs, and the sentences about them."""
    findings.draw(view.config.findings(view.target), view.config, view.name, words)
    wavelengths.draw(view, words)
    st.markdown(f"{words['Turns: lines']} {prose.wavelengths(view, words)}")
