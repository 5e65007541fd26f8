"""The value of a slider on the way holds for one run, and only for what the address said then."""

from types import SimpleNamespace

import pytest
import streamlit as st

from components.kit.markup import Markup
from components.kit.run_record import Picture, RunRecord, Slider
from pages.shared import contents, preview

BASE = Slider("base", "base", ("2", "4", "8"), ("4",), ("4",))


def begin(request=None):
    """Begin a run with what the browser has asked for."""
    st.session_state["_preview_request"] = request
    preview.begin()


def asked(values, committed, number=1):
    return {"number": number, "values": values, "committed": committed}


def test_without_a_request_the_address_holds():
    begin()
    assert preview.texts("heads", ("4",)) == ("4",)


def test_a_value_on_the_way_holds_for_one_run():
    begin(asked({"heads": "8"}, {"heads": "4"}))
    assert preview.texts("heads", ("4",)) == ("8",)
    preview.begin()
    assert preview.texts("heads", ("4",)) == ("4",)


def test_a_value_on_the_way_ends_with_the_next_change_of_the_address():
    begin(asked({"heads": "8"}, {"heads": "4"}))
    assert preview.texts("heads", ("2",)) == ("2",)  # the slider was let go in between


def test_both_thumbs_of_a_range():
    begin(asked({"context": ["2", "8"]}, {"context": ["2", "4"]}))
    assert preview.texts("context", ("2", "4")) == ("2", "8")


@pytest.mark.parametrize(
    "request_",
    [
        None,
        7,
        {},
        {"values": {"heads": "8"}},
        {"values": {"heads": "8"}, "committed": ["4"]},
        asked({"heads": 8}, {"heads": "4"}),
        asked({"heads": {}}, {"heads": "4"}),
        asked({"heads": ["8", "9"]}, {"heads": "4"}),
        asked({"other": "8"}, {"other": "4"}, number=float("nan")),
    ],
)
def test_anything_else_is_read_as_nothing(request_):
    begin(request_)
    assert preview.texts("heads", ("4",)) == ("4",)


@pytest.mark.parametrize("thumbs", [[], ["8"], ["2", "4", "8"], [2, 8], [["2"], ["8"]], "28"])
def test_two_thumbs_are_two_texts(thumbs):
    begin(asked({"context": thumbs}, {"context": ["2", "4"]}))
    assert preview.texts("context", ("2", "4")) == ("2", "4")


def asks_of(monkeypatch, record):
    """Names that the browser shall ask for in a run that has read `base`; None where it shall ask for nothing."""
    names = []
    monkeypatch.setattr(preview, "preview_runs", lambda *_, asks, **__: names.append(asks))
    begin()
    preview.texts("base", ("4",))
    contents.enter("waves")
    preview.follow(record)
    return names[0] if names else None


def test_the_server_is_asked_for_what_no_picture_follows_in_the_browser(monkeypatch):
    markup = Markup("one", "", "", "")
    still, live = Picture("one", "A.", markup, {}), Picture("one", "A.", markup, {}, frozenset({"base"}))
    assert asks_of(monkeypatch, RunRecord(sliders={"base": BASE})) == ["base"]
    assert asks_of(monkeypatch, RunRecord(pictures={"one": still})) == ["base"]
    assert asks_of(monkeypatch, RunRecord(pictures={"one": live})) == []
    assert asks_of(monkeypatch, RunRecord()) is None


def test_a_request_that_is_gone_is_none():
    st.session_state.pop("preview", None)
    preview._take()
    preview.begin()
    assert preview.texts("heads", ("4",)) == ("4",)


def test_a_request_is_kept_for_the_run_that_it_starts(monkeypatch):
    request = asked({"heads": "8"}, {"heads": "4"})
    monkeypatch.setitem(st.session_state, "preview", SimpleNamespace(preview=request))
    preview._take()
    preview.begin()
    assert preview.texts("heads", ("4",)) == ("8",)
