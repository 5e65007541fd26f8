"""Values in the address that no widget holds: what a component reports on release."""

import math

import streamlit as st


def number(name: str, default: float, low: float, high: float) -> float:
    """The number an address gives under a name.

    Parameters
    ----------
    name : str
    default : float
        Where the address gives none, or none that is finite.
    low, high : float
        Values beyond are clamped.
    """
    try:
        value = float(st.query_params.get(name, default))
    except ValueError:
        value = default
    return min(max(value if math.isfinite(value) else default, low), high)


def whole(name: str, default: int, low: int, high: int) -> int:
    """As `number`, rounded to a whole number."""
    return round(number(name, default, low, high))


def put(**values: float) -> None:
    """Write numbers into the address, in the shortest form that reads back the same."""
    st.query_params.update({name: f"{value:.12g}" for name, value in values.items()})
