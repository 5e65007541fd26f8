"""Readers that send the same messages as Chromium, and the memory of the server that answers them."""

import json

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.deploy.session import Session

pytestmark = pytest.mark.anyio


class Script:
    """A websocket with prepared answers that records requests."""

    def __init__(self, *answers):
        self.answers, self.requests = [answer.SerializeToString() for answer in answers], []

    async def send(self, request):
        self.requests.append(BackMsg.FromString(request).rerun_script)

    async def recv(self):
        return self.answers.pop(0)


def finished(status=ForwardMsg.FINISHED_SUCCESSFULLY):
    return ForwardMsg(script_finished=status)


def first_run():
    """Messages of a room with a shared slider and a large picture that is cached for two runs."""
    start, pages, slider, picture, preview = (ForwardMsg() for _ in range(5))
    start.new_session.config.max_cached_message_age = 2
    pages.navigation.app_pages.add(url_pathname="waves", page_script_hash="page of waves")
    slider.metadata.delta_path[:] = [1, 0]
    slider.delta.new_element.bidi_component.id = "id-base"
    slider.delta.new_element.bidi_component.json = json.dumps({"stops": "100 10000", "view": {"text": "10000"}})
    picture.hash, picture.metadata.cacheable = "hash of picture", True
    picture.metadata.delta_path[:] = [0, 0]
    picture.delta.new_element.plotly_chart.id = "picture"
    preview.metadata.delta_path[:] = [0, 1]
    preview.delta.new_element.bidi_component.id = "id-preview"
    preview.delta.new_element.bidi_component.json = json.dumps({"committed": {"base": "10000"}, "asks": ["base"]})
    return start, pages, slider, picture, preview, finished()


def address(query):
    """The message that changes the address."""
    return ForwardMsg(page_info_changed={"query_string": query})


async def test_a_reader_asks_as_chromium_does():
    answers = (address("base=100"), finished(), address(""), finished(), finished())
    socket = Script(*first_run(), *answers)
    here = Session(socket)
    assert (await here.open("waves")).first
    for option in ("100", "10000", "100"):
        assert not (await here.move("base", option)).first
    assert [request.page_name for request in socket.requests] == ["waves", "", "", ""]
    assert [request.page_script_hash for request in socket.requests] == ["", *["page of waves"] * 3]
    assert [request.query_string for request in socket.requests] == ["", "", "base=100", ""]
    widgets = [
        [(widget.id, json.loads(widget.json_value)["rest"]["text"]) for widget in request.widget_states.widgets]
        for request in socket.requests
    ]
    assert widgets == [[], *[[("id-base", option)] for option in ("100", "10000", "100")]]
    hashes = [list(request.cached_message_hashes) for request in socket.requests]
    assert hashes == [[], ["hash of picture"], ["hash of picture"], []]


async def test_a_value_on_the_way_is_reported_once_and_moves_no_slider():
    socket = Script(*first_run(), *[finished()] * 3)
    here = Session(socket)
    await here.open("waves")
    assert here.asks == ["base"]
    await here.preview("base", "100")
    await here.move("base", "100")
    await here.go("waves")
    assert here.asks == []
    _, preview, commit, _ = ({state.id: state for state in each.widget_states.widgets} for each in socket.requests)
    trigger = preview["$$STREAMLIT_INTERNAL_KEY_id-preview__events"]
    assert json.loads(trigger.json_trigger_value) == [
        {"event": "preview", "value": {"number": 1, "values": {"base": "100"}, "committed": {"base": "10000"}}}
    ]
    assert list(preview) == [trigger.id]
    assert list(commit) == ["id-base"]
    assert json.loads(commit["id-base"].json_value)["rest"]["text"] == "100"
