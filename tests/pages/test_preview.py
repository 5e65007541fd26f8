"""The value of a slider on the way holds for one run, and only if it is one of its stops."""

from types import SimpleNamespace

import pytest
import streamlit as st

from components.kit.markup import Markup
from components.kit.run_record import Picture, RunRecord
from pages.shared import contents, preview

STOPS = (1, 2, 4, 8)


def begin(report=None):
    """Begin a run with what the browser has reported."""
    st.session_state["_hand_report"] = report
    preview.begin()


def reported(values, committed, number=1):
    return {"number": number, "values": values, "committed": committed}


def test_without_a_report_the_committed_value_stands():
    begin()
    assert preview.value("heads", STOPS, 4, 4) == 4


def test_a_value_on_the_way_holds_for_one_run():
    begin(reported({"heads": "8"}, {"heads": "4"}))
    assert preview.value("heads", STOPS, 4, 4) == 8
    preview.begin()
    assert preview.value("heads", STOPS, 4, 4) == 4


def test_a_value_on_the_way_ends_with_the_next_commit():
    begin(reported({"heads": "8"}, {"heads": "4"}))
    assert preview.value("heads", STOPS, 4, 2) == 2  # the slider was released in between


def test_both_thumbs_of_a_range():
    begin(reported({"context": ["2", "8"]}, {"context": ["2", "4"]}))
    assert preview.value("context", STOPS, (2, 4), (2, 4)) == (2, 8)


@pytest.mark.parametrize(
    "report",
    [
        None,
        7,
        {},
        {"values": {"heads": "8"}},
        {"values": {"heads": "8"}, "committed": ["4"]},
        reported({"heads": "3"}, {"heads": "4"}),
        reported({"heads": 8}, {"heads": "4"}),
        reported({"heads": {}}, {"heads": "4"}),
        reported({"heads": "8" * 100_000}, {"heads": "4"}),
        reported({"other": "8"}, {"other": "4"}, number=float("nan")),
    ],
)
def test_anything_else_is_read_as_nothing(report):
    begin(report)
    assert preview.value("heads", STOPS, 4, 4) == 4


@pytest.mark.parametrize("thumbs", [[], ["8"], ["2", "4", "8"], [2, 8], [["2"], ["8"]], "28"])
def test_two_thumbs_are_two_texts(thumbs):
    begin(reported({"context": thumbs}, {"context": ["2", "4"]}))
    assert preview.value("context", STOPS, (2, 4), (2, 4)) == (2, 4)


def test_without_a_picture_every_slider_is_asked_for(monkeypatch):
    names = []
    monkeypatch.setattr(preview, "watch_sliders", lambda *_, asks, **__: names.extend(asks))
    contents.enter("timesteps")
    begin()
    preview.value("d_model", STOPS, 4, 4)
    preview.follow(RunRecord())
    assert names == ["d_model"]


def test_without_picture_and_shared_slider_nothing_is_watched(monkeypatch):
    monkeypatch.setattr(preview, "watch_sliders", lambda *_, **__: pytest.fail("mounted"))
    contents.enter("lessons")
    begin()
    preview.follow(RunRecord())


@pytest.mark.parametrize(
    ("committed", "addressed"),
    [(8, ["8"]), (4, []), ((2, 8), ["2", "8"])],  # the default needs no place in the address
)
def test_what_the_address_says_of_a_slider_is_told(monkeypatch, committed, addressed):
    query = {}
    monkeypatch.setattr(preview, "watch_sliders", lambda *_, **options: query.update(options["query"]))
    begin()
    preview.value("heads", STOPS, 4, committed)
    preview.follow(RunRecord(pictures={"one": Picture("one", "A picture.", Markup("one", "", "", ""), {})}))
    assert query == {"heads": addressed}


def test_a_report_that_is_gone_is_none():
    st.session_state.pop("hand", None)
    preview._take()
    preview.begin()
    assert preview.value("heads", STOPS, 4, 4) == 4


@pytest.mark.parametrize(("slider", "setting"), [("3", 3), ("3.5", 2), (3, 2), (None, 2), (["3"], 2)])
def test_what_a_slider_at_rest_insists_on_is_committed_if_it_is_a_stop(monkeypatch, slider, setting):
    monkeypatch.setitem(st.session_state, "scale", 2)
    report = reported({"scale": slider}, {"scale": "2"}) | {"insists": True}
    monkeypatch.setitem(st.session_state, "hand", SimpleNamespace(preview=report))
    preview._take()
    assert st.session_state["scale"] == setting
