"""Goals of the load, and readers that send the same messages as Chromium."""

import asyncio
import json
import random
import subprocess
from collections import Counter

import numpy as np
import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from bench import load
from bench.shared import machine
from bench.shared.session import Run, Session


def course(held):
    return [load.Minute(runs=1, p95=1.0, memory=memory, peak=memory) for memory in held]


def test_memory_that_grows_after_the_first_half_is_not_flat():
    assert load.growth(course([200, 200, 200, 200, 203, 206, 209, 212])) == pytest.approx(3)


def test_memory_that_grows_in_the_first_half_only_is_flat():
    assert load.growth(course([150, 200, 240, 250, 250, 250, 250, 250])) == pytest.approx(0, abs=1e-9)


def test_a_short_soak_says_nothing():
    assert np.isnan(load.growth(course([200, 300, 400, 500])))


def test_a_class_is_judged_by_its_p95_and_every_failure_counts():
    here = load.Clock(0.0, 0.0, 0.0)
    runs = [Run("", first=False, asked=0.0, seconds=0.16, received=1, exceptions=())] * 20
    sizes, slow = ((1, 1), (100, 1), (200, 1), (200, 2)), [Run("", False, 0.0, 9.0, 1, ())]
    found = [load.Class(*size, runs, slow, [], Counter(), here, here, 100.0, 200.0, 300.0) for size in sizes]
    goals = [*load.class_goals(found), load.failed("runs that failed", Counter({"rope: ValueError: no": 2}))]
    assert [(goal.value, goal.bound, goal.missed) for goal in goals] == [
        (pytest.approx(160), 150, True),
        (pytest.approx(160), 250, False),
        (300, 400, False),
        (2, 0, True),
    ]


def test_rooms_are_judged_by_their_median_cost_and_by_the_costliest():
    rooms = [load.RoomLoad(name, load.Log(), cost) for name, cost in (("waves", 8), ("rope", 13), ("shift", 31))]
    median, most = load.room_goals(rooms)
    assert (median.value, most.value) == (13, 31)
    assert median.missed
    assert most.missed
    assert "shift" in most.what


def test_classes_are_named_by_readers_and_replicas():
    assert list(map(load.class_of, ("30", "200/2"))) == [(30, 1), (200, 2)]


def test_what_was_not_measured_misses_nothing():
    here = load.Clock(0.0, 0.0, 0.0)
    found = [load.Class(100, 1, [], [], [], Counter(), here, here, np.nan, np.nan, np.nan)]
    assert not any(goal.missed for goal in load.class_goals(found))


def test_a_soak_is_judged_by_its_second_half():
    goals = load.soak_goals(course([200, 200, 200, 200, 203, 206, 209, 412]), 50, Counter())
    assert [goal.missed for goal in goals] == [True, True, False]


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
    log = load.Log()
    log.add(run)
    assert log.failures == {"rope: ValueError: no": 1}


QUICK = Run("waves", first=False, asked=0.0, seconds=0.001, received=1, exceptions=())


class Reader:
    """Records actions without performing them."""

    def __init__(self):
        slider = type(first_run()[2].delta.new_element.slider)(options="abc")
        self.room, self.rooms = "waves", ("waves", "rope", "")
        self.sliders = {"base": slider, "length": slider}
        self.chosen, self.asks, self.others = dict.fromkeys(self.sliders, "a"), ["base"], 0
        self.told = Counter()

    async def go(self, room):
        self.told[room] += 1

    async def move(self, name, option):
        self.told[name, option] += 1

    async def preview(self, name, option):
        self.told["on the way"] += 1
        return QUICK


def test_readers_move_any_shared_slider_to_any_other_stop_and_sometimes_leave():
    reader, choice = Reader(), random.Random(0)

    async def read():
        for _ in range(6000):
            await load.act(reader, choice)

    asyncio.run(read())
    moves = {key: times for key, times in reader.told.items() if isinstance(key, tuple)}
    assert set(moves) == {(name, option) for name in ("base", "length") for option in "bc"}
    assert set(reader.told) - set(moves) == {"rope", ""}
    assert sum(moves.values()) == pytest.approx(5000, rel=0.03)
    assert max(moves.values()) < 1.15 * min(moves.values())


def test_a_drag_reports_what_the_room_asks_for_and_commits_the_far_end(monkeypatch):
    monkeypatch.setattr(load, "DRAG", 0.2)
    reader, told, choice = Reader(), [], random.Random(0)

    async def read():
        while len(reader.told) < 3:
            await load.drag(reader, choice, told.append)

    asyncio.run(read())
    assert set(reader.told) == {"on the way", ("base", "c"), ("length", "c")}
    assert len(told) == reader.told["on the way"] == 2 * reader.told["base", "c"]  # b and c


@pytest.mark.parametrize(("label", "known"), [("base", {"base": "7"}), ("Bandwidth σ", {})])
def test_sliders_of_shared_settings_are_known_wherever_they_stand(label, known):
    message = ForwardMsg()
    message.metadata.delta_path.extend([0, 3])  # not in the sidebar: hidden where the setting changes nothing
    slider = message.delta.new_element.slider
    slider.label, slider.default[:], slider.options[:] = label, [1], ["5", "7"]
    here = Session(None)
    here._note(message)
    assert here.chosen == known
