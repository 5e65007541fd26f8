"""A table of all pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import streamlit as st

if TYPE_CHECKING:
    from core.config.pair_wavelengths import PairWavelengths
    from pages.long_context.model.view import View
    from pages.shared.words import Words


def draw(view: View, words: Words) -> None:
    """Wavelengths, turns and the first unseen offset of each pair."""
    st.dataframe(_table(view.own), hide_index=True, alt=words("Pairs: alt", found=view.reading))
    st.markdown(words("Pairs", found=view.reading))


def _table(own: PairWavelengths) -> pd.DataFrame:
    ratio = np.divide(own.used, own.trained, out=np.ones_like(own.used), where=own.trained > 0)
    return pd.DataFrame(
        {
            "pair": np.arange(len(own.used)),
            "wavelength in training (tokens)": own.in_training.wavelengths,
            "turns in training": own.turns,
            "wavelength as configured (tokens)": own.wavelengths,
            "÷ trained": ratio,
            f"turns at {own.reached - 1:,}": (own.reached - 1) * own.used / (2 * np.pi),
            "first unseen offset (tokens)": np.where(own.unseen, own.first_unseen, np.nan),
        }
    )
