"""On a phone: a strip at the lower edge that opens the sliders below the picture instead of above it."""

from collections.abc import Sequence
from functools import cache
from html import escape
from pathlib import Path

import streamlit as st

from components.kit.files import inline


def sheet(names: Sequence[str]) -> None:  # of the settings that the sliders change; they stand on the strip
    """Show the strip; on wider screens it is hidden."""
    st.html(_html(tuple(names)), unsafe_allow_javascript=True)


@cache
def _html(names: tuple[str, ...]) -> str:
    shown = escape(" · ".join(names))
    button = f'<button class="sheet" type="button" aria-expanded="false"><b>Change</b> {shown}</button>'
    return inline(Path(__file__).parent, button, {})
