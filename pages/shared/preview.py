"""Sliders that the pictures follow while they move: the server's half of `components.page.slider_watcher`.

A value on the way holds for one run. It never reaches the slider, the address or the session's state, so what is
shared, and what Back leads to, are committed values alone.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.kit.run_record import RunRecord
from components.kit.wire import finite
from components.page.slider_watcher import watch_sliders
from core.inputs.settings import PARAMETERS
from pages.shared import contents
from pages.shared.views import bind, write_back

_KEY, _REPORT = "hand", "_hand_report"


@dataclass(frozen=True)
class _Run:
    """What the browser has sent with a run, and the sliders of the run as far as they are drawn."""

    values: Mapping[str, Any] = field(default_factory=dict)  # on the way, by slider; untrusted
    # committed, as the browser knew them then, by slider; untrusted
    before: Mapping[str, Any] = field(default_factory=dict)
    number: int = 0  # of the report
    committed_values: dict[str, str | list[str]] = field(default_factory=dict)  # what the sliders show
    # what the address says then; nothing for a default
    queries: dict[str, list[str]] = field(default_factory=dict)


_RUN: ContextVar[_Run] = ContextVar("hand")


def begin() -> bool:  # whether it has values on the way
    """Take the report that has started this run, if one has; the first thing that a run does with sliders."""
    report = st.session_state.pop(_REPORT, None)
    number = int(finite(report, "number").get("number", 0))
    _RUN.set(_Run(_mapping(report, "values"), _mapping(report, "committed"), number))
    return bool(_RUN.get().values)


def value(
    name: str,  # key of the slider
    stops: Iterable[Any],  # its options
    default: Any,  # the option, or the two options, that the address leaves out
    committed_value: Any,  # those that Streamlit knows
) -> Any:  # as `committed_value`
    """A slider's value: the one under the hand if its picture follows the hand, else the committed one."""
    run = _RUN.get()
    current = run.committed_values[name] = _as_text(committed_value)
    run.queries[name] = [] if current == _as_text(default) else [current] if isinstance(current, str) else current
    if name not in run.values or run.before.get(name) != current:
        return committed_value
    stop_by_text = {str(stop): stop for stop in stops}
    hand_value = run.values[name]
    if isinstance(current, str):
        return stop_by_text.get(hand_value, committed_value) if isinstance(hand_value, str) else committed_value
    if not isinstance(hand_value, list) or len(hand_value) != len(current):
        return committed_value
    return tuple(
        stop_by_text.get(text, old) if isinstance(text, str) else old
        for text, old in zip(hand_value, committed_value, strict=True)
    )


def text(
    name: str,  # under which a picture holds it: `holdText` of components/kit/preview.js
    committed_text: str,
) -> str:  # untrusted
    """What a picture has under the hand and only the server can draw, else the committed text."""
    run = _RUN.get()
    run.committed_values[name] = committed_text
    hand_text = run.values.get(name)
    is_current = isinstance(hand_text, str) and run.before.get(name) == committed_text
    return str(hand_text) if is_current else committed_text


def slider(
    label: str,
    stops: Sequence[Any],  # their texts are what the slider shows and what stands in the address
    default: Any,  # a stop, or two for a slider with two thumbs
    *,
    key: str,
    place: DeltaGenerator | None = None,  # where; None for the page
    **extras: Any,  # passed on to `st.select_slider`
) -> Any:
    """A slider of a room's own that the pictures follow, bound to the room's address parameter `key`."""
    committed_value = (place or st).select_slider(label, stops, default, **bind(key), **extras)
    return value(key, stops, default, committed_value)


def shared_slider(
    label: str,
    stops: Sequence[Any],
    committed_value: Any,  # a stop: what the address says, else the usual one
    *,
    key: str,
    place: DeltaGenerator | None = None,  # where; None for the page
    **extras: Any,  # passed on to `st.select_slider`
) -> Any:
    """As `slider`, for an address parameter that several rooms share, so that no widget is bound to it."""
    (place or st).select_slider(label, stops, **write_back(key, committed_value, again=False), **extras)
    unsaid = object()  # equal to nothing: the address says what it says
    usual = committed_value if key not in st.query_params else unsaid
    return value(key, stops, usual, committed_value)


def follow(
    # pictures of the run; the server is asked for the sliders that one of them does not follow in the browser, or
    # for all where there is no picture; rooms with neither pictures nor sliders are not watched
    record: RunRecord,
) -> None:
    """Watch the run's sliders in the browser; the last thing that a run draws."""
    run, pictures = _RUN.get(), record.pictures.values()
    followed_sliders = frozenset.intersection(*(each.follows for each in pictures)) if pictures else frozenset()
    asks = [name for name in run.committed_values if name not in followed_sliders]
    own_sliders = run.committed_values.keys() - {each.name for each in PARAMETERS}
    if pictures or own_sliders or contents.here().settings:
        watch_sliders(
            run.committed_values,
            asks=asks,
            query=run.queries,
            answers=run.number,
            key=_KEY,
            on_preview_change=_take,
        )


def _take() -> None:
    """Keep the report for this run; none is left where the reader has just gone to another room."""
    report = st.session_state[_REPORT] = getattr(st.session_state.get(_KEY), "preview", None)
    if isinstance(report, Mapping) and report.get("insists") is True:
        _commit(_mapping(report, "values"))


def _commit(values: Mapping[str, Any]) -> None:
    """Commit shared settings that a slider shows at rest and the server does not have yet."""
    for parameter in PARAMETERS:
        stops = {str(stop): stop for stop in parameter.stops}
        text = values.get(parameter.name)
        if isinstance(text, str) and text in stops:
            st.session_state[parameter.name] = stops[text]


def _as_text(setting: Any) -> str | list[str]:
    return [str(each) for each in setting] if isinstance(setting, tuple | list) else str(setting)


def _mapping(report: Any, name: str) -> Mapping[str, Any]:
    value = report.get(name) if isinstance(report, Mapping) else None
    return value if isinstance(value, Mapping) else {}
