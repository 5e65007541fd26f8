"""Values on the way: a slider's value while it moves, which the server's half of a page follows.

A value on the way holds for one run. It never reaches the address, so what is shared, and what Back leads to, are
values at rest alone.
"""

from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from components.kit import run_record
from components.kit.run_record import RunRecord
from components.kit.wire import finite
from components.page.preview_runs import preview_runs
from pages.shared import contents

_KEY, _REQUEST = "preview", "_preview_request"


@dataclass(frozen=True)
class _Run:
    """What the browser has sent with a run, and what the address says, as far as the run has read it."""

    values: Mapping[str, Any] = field(default_factory=dict)  # on the way, by name; untrusted
    # of the address, as the browser knew them then, by name; untrusted
    before: Mapping[str, Any] = field(default_factory=dict)
    number: int = 0  # of the request
    committed: dict[str, str | list[str]] = field(default_factory=dict)  # texts of the address, by name


_RUN: ContextVar[_Run] = ContextVar("preview")


def begin() -> bool:  # whether it has values on the way
    """Take the request that has started this run, if one has; the first thing that a run does."""
    run_record.begin()
    request = st.session_state.pop(_REQUEST, None)
    number = int(finite(request, "number").get("number", 0))
    _RUN.set(_Run(_mapping(request, "values"), _mapping(request, "committed"), number))
    return bool(_RUN.get().values)


def texts(
    name: str,  # of a slider, or under which a picture holds a text: `holdText` of components/kit/preview.js
    committed: tuple[str, ...],  # what the address says; two texts for two thumbs
) -> tuple[str, ...]:  # untrusted; as many
    """The texts under the hand, else those of the address."""
    run = _RUN.get()
    current = run.committed[name] = committed[0] if len(committed) == 1 else list(committed)
    held = run.values.get(name)
    if held is None or run.before.get(name) != current:
        return committed
    on_the_way = (held,) if isinstance(held, str) else held
    is_sound = isinstance(on_the_way, list | tuple) and len(on_the_way) == len(committed)
    if not is_sound or not all(isinstance(text, str) for text in on_the_way):
        return committed
    return tuple(on_the_way)


def follow(
    # pictures of the run; the server is asked for the sliders that one of them does not follow in the browser, or
    # for all where there is no picture; rooms with neither pictures nor sliders ask for nothing
    record: RunRecord,
) -> None:
    """Have the browser ask for runs on the way; the last thing that a run draws."""
    run, pictures = _RUN.get(), record.pictures.values()
    followed_sliders = frozenset.intersection(*(each.follows for each in pictures)) if pictures else frozenset()
    asks = [name for name in run.committed if name not in followed_sliders]
    if pictures or record.sliders:
        room = contents.address(contents.stem(), {})
        preview_runs(run.committed, room=room, asks=asks, answers=run.number, key=_KEY, on_preview_change=_take)


def _take() -> None:
    """Keep the request for this run; none is left where the reader has just gone to another room."""
    st.session_state[_REQUEST] = getattr(st.session_state.get(_KEY), "preview", None)


def _mapping(request: Any, name: str) -> Mapping[str, Any]:
    value = request.get(name) if isinstance(request, Mapping) else None
    return value if isinstance(value, Mapping) else {}
