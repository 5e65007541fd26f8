"""The seed of a measurement: chosen in the page, kept in the address."""

import streamlit as st

from pages.shared import address

_MOST = 9999
_ASKED = "seed_asked"


def draw(place: st.delta_generator.DeltaGenerator) -> int:
    """A field for the seed, from 0 to 9,999; the address calls it seed.

    It is not bound to the address, for a bound name belongs to one room alone.
    """
    seed = address.whole("seed", 0, 0, _MOST)
    st.session_state[_ASKED] = seed
    place.number_input("Seed", 0, _MOST, key=_ASKED, on_change=_take, width=150)
    return seed


def _take() -> None:
    address.put(seed=st.session_state[_ASKED])
