"""The rooms, and the frame that every room stands in."""

from collections.abc import Mapping
from pathlib import Path

import streamlit as st
from streamlit.navigation.page import StreamlitPage

_FRAMED = "_framed"

SECTIONS: Mapping[str, Mapping[str, str]] = {
    "": {"home": "Home"},
    "Sinusoidal": {
        "matrix": "Matrix",
        "waves": "Waves",
        "clocks": "Clocks",
        "similarity": "Similarity",
        "shift": "Shift",
    },
    "Words": {
        "sentence": "Sentence",
        "concatenate": "Add or concatenate",
    },
    "Schemes": {
        "rope": "RoPE",
        "biases": "Attention biases",
        "nope": "NoPE",
        "learned": "Learned",
        "compare": "Compare",
    },
    "Long context": {
        "stretch": "Stretch",
        "model": "Model",
        "precision": "Precision",
    },
    "Teach": {
        "verified": "Verified",
    },
}
"""Table of contents: section → room (file stem and address) → title."""


def rooms() -> dict[str, list[StreamlitPage]]:
    """The pages of every section, as `st.navigation` takes them.

    They have no icons: Streamlit would fetch a page's icon from the network for the browser's tab.
    """
    return {
        section: [
            st.Page(f"pages/{stem}.py", title=title, default=stem == "home") for stem, title in entries.items()
        ]
        for section, entries in SECTIONS.items()
    }


def run(page: StreamlitPage) -> None:
    """Run a room inside the frame that has just been drawn."""
    st.html(Path(__file__).with_suffix(".css"))
    st.session_state[_FRAMED] = True
    page.run()


def require() -> None:
    """First statement of every room: where the frame has not run, go back and run it.

    Until the first call of `st.navigation` in a process, Streamlit takes a folder named pages for
    its older kind of app and runs a room alone. The call below ends that for the whole process.
    """
    if not st.session_state.pop(_FRAMED, False):
        st.navigation(rooms(), position="hidden")
        st.rerun()
