"""One of a few words, chosen by a row of buttons and kept in the address."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

if TYPE_CHECKING:
    from collections.abc import Sequence

    from streamlit.delta_generator import DeltaGenerator


def one_of(
    label: str,
    options: Sequence[str],
    *,
    key: str,
    default: str | None = None,
    place: DeltaGenerator | None = None,
    **shown: Any,
) -> str:
    """Draw the buttons.

    Parameters
    ----------
    label : str
    options : sequence of str
        The words in the address too.
    key : str
        Name in the address; unique among all rooms, or one room's choice would follow into the other.
    default : str or None
        None for the first option.
    place : DeltaGenerator or None
        Where; None for the page.
    **shown
        Passed on to `st.segmented_control`.

    Returns
    -------
    option : str
        The default where the address gives the name without a word, which Streamlit takes for no choice.
    """
    usual = options[0] if default is None else default
    buttons = (place or st).segmented_control
    chosen = buttons(label, options, default=usual, key=key, bind="query-params", required=True, **shown)
    return chosen or usual
