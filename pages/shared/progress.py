"""A bar while results come one by one."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable

    import streamlit as st

_PATIENCE = 0.2  # seconds; what comes faster needs no bar
Result = TypeVar("Result")


def gather(
    results: Iterable[Result], count: int, place: st.delta_generator.DeltaGenerator, text: str
) -> list[Result]:
    """All results, with a bar for those that wait for them.

    Between two results Streamlit may end the run, for the reader has chosen something else: nothing
    half done is kept, and what `results` remember of their own stays.

    Parameters
    ----------
    results : iterable
        Computed as they are asked for.
    count : int
        How many there are.
    place : DeltaGenerator
        Made by `st.empty`; empty again at the end.
    text : str
        What is being done.
    """
    done: list[Result] = []
    start = time.monotonic()
    for result in results:
        done.append(result)
        if time.monotonic() - start > _PATIENCE:
            place.progress(len(done) / count, text)
    place.empty()
    return done
