"""Readers that send the same messages as Chromium, and the memory of the server they ask."""

import asyncio
import json
import subprocess

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.deploy import machine
from tests.deploy.session import Session


def test_the_server_is_all_that_was_started_from_here():
    with subprocess.Popen(["sh", "-c", "sleep 60 & echo $!; wait"], stdout=subprocess.PIPE, text=True) as child:
        grandchild = int(child.stdout.readline())
        found, named, other = (pids(text) for text in ("", "echo $!; wait", "streamlit run"))
        used = machine.memory()
        subprocess.run(["kill", str(grandchild)], check=True)
    assert {child.pid, grandchild} <= found
    assert {child.pid, grandchild} == named
    assert not {child.pid, grandchild} & other
    assert 0 < used < 1000
    assert child.pid not in pids()


def pids(named=""):
    return {process.pid for process in machine.started(named)}


class Script:
    """A websocket with prepared answers that records requests."""

    def __init__(self, *answers):
        self.answers, self.asked = [answer.SerializeToString() for answer in answers], []

    async def send(self, request):
        self.asked.append(BackMsg.FromString(request).rerun_script)

    async def recv(self):
        return self.answers.pop(0)


def finished(status=ForwardMsg.FINISHED_SUCCESSFULLY):
    return ForwardMsg(script_finished=status)


def first_run():
    """Messages of a room with a shared slider and a large picture that is cached for two runs."""
    start, pages, slider, picture, hand = (ForwardMsg() for _ in range(5))
    start.new_session.config.max_cached_message_age = 2
    pages.navigation.app_pages.add(url_pathname="waves", page_script_hash="page of waves")
    slider.metadata.delta_path[:] = [1, 0]
    slider.delta.new_element.slider.MergeFrom(
        type(slider.delta.new_element.slider)(
            id="id of base", label="base", query_param_key="base", options=["100", "10000"], default=[1.0]
        )
    )
    picture.hash, picture.metadata.cacheable = "hash of picture", True
    picture.metadata.delta_path[:] = [0, 0]
    picture.delta.new_element.plotly_chart.id = "picture"
    hand.metadata.delta_path[:] = [0, 1]
    hand.delta.new_element.bidi_component.id = "id-hand"
    hand.delta.new_element.bidi_component.json = json.dumps({"committed": {"base": "10000"}, "asks": ["base"]})
    return start, pages, slider, picture, hand, finished()


def test_a_reader_asks_as_chromium_does():
    socket = Script(*first_run(), *[finished()] * 3)
    here = Session(socket)

    async def read():
        assert (await here.open("waves")).first
        for option in ("100", "10000", "100"):
            assert not (await here.move("base", option)).first

    asyncio.run(read())
    assert [asked.page_name for asked in socket.asked] == ["waves", "", "", ""]
    assert [asked.page_script_hash for asked in socket.asked] == ["", *["page of waves"] * 3]
    assert [asked.query_string for asked in socket.asked] == ["", "base=100", "", "base=100"]
    widgets = [
        [(widget.id, list(widget.string_array_value.data)) for widget in asked.widget_states.widgets]
        for asked in socket.asked
    ]
    assert widgets == [[], *[[("id of base", [option])] for option in ("100", "10000", "100")]]
    kept = [list(asked.cached_message_hashes) for asked in socket.asked]
    assert kept == [[], ["hash of picture"], ["hash of picture"], []]


def test_a_value_on_the_way_is_reported_once_and_moves_no_slider():
    socket = Script(*first_run(), *[finished()] * 3)
    here = Session(socket)

    async def read():
        await here.open("waves")
        assert here.asks == ["base"]
        await here.preview("base", "100")
        await here.move("base", "100")
        await here.go("waves")
        assert here.asks == []

    asyncio.run(read())
    _, preview, commit, _ = ({state.id: state for state in asked.widget_states.widgets} for asked in socket.asked)
    trigger = preview["$$STREAMLIT_INTERNAL_KEY_id-hand__events"]
    assert json.loads(trigger.json_trigger_value) == [
        {"event": "preview", "value": {"number": 1, "values": {"base": "100"}, "committed": {"base": "10000"}}}
    ]
    assert list(preview["id of base"].string_array_value.data) == ["10000"]
    assert list(commit) == ["id of base"]
    assert list(commit["id of base"].string_array_value.data) == ["100"]


def test_a_run_ends_with_its_last_script_and_tells_what_failed():
    fault = ForwardMsg()
    fault.metadata.delta_path[:] = [0, 0]
    fault.delta.new_element.exception.type = "ValueError"
    fault.delta.new_element.exception.message = "no"
    answers = [finished(ForwardMsg.FINISHED_EARLY_FOR_RERUN), fault, finished()]
    run = asyncio.run(Session(Script(*answers)).open("rope"))
    assert run.exceptions == ("ValueError: no",)
    assert run.received == sum(len(answer.SerializeToString()) for answer in answers)


@pytest.mark.parametrize(("label", "known"), [("base", {"base": "7"}), ("Bandwidth σ", {})])
def test_sliders_of_shared_settings_are_known_wherever_they_stand(label, known):
    message = ForwardMsg()
    message.metadata.delta_path.extend([0, 3])  # not in the sidebar: hidden where the setting changes nothing
    slider = message.delta.new_element.slider
    slider.label, slider.default[:], slider.options[:] = label, [1], ["5", "7"]
    here = Session(None)
    here._note(message)
    assert here.chosen == known
