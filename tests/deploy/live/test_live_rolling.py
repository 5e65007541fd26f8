"""A rolling update: the release before beside this one on one Redis, while a class goes on."""

import tarfile
from pathlib import Path

import pytest

from tests.deploy.live.browser import Teacher, begun, joined
from tests.deploy.live.conftest import NEEDS_REDIS
from tests.deploy.live.server import live_server

pytestmark = NEEDS_REDIS
RELEASE_BEFORE = Path(__file__).with_name("release_before.tar.xz")  # what its server for tests loads, of 622b9b1
QUESTION = {"text": "Which is faster?", "options": ["the first", "the last"], "right": 1}


@pytest.fixture(scope="module")
def releases(redis, tmp_path_factory):
    """Addresses of a server of each release."""
    folder = tmp_path_factory.mktemp("release")
    with tarfile.open(RELEASE_BEFORE) as packed:
        packed.extractall(folder, filter="data")
    with live_server(redis.url, folder) as before, live_server(redis.url) as this:
        yield before.url, this.url


@pytest.mark.parametrize("order", [1, -1], ids=["begun on the release before", "begun on this release"])
def test_a_class_goes_on_while_its_servers_are_updated(releases, look, order):
    first, second = releases[::order]
    teacher = begun(first)
    moved = Teacher(second, teacher.secret, teacher.code, teacher.watch, turn=9)  # the same browser, by the other
    here, there = joined(first, teacher.code), joined(second, teacher.code)
    phones, bars = [look(here), look(there)], [look(teacher), look(moved)]
    for each, address in ((teacher, "/waves?base=500"), (moved, "/shift")):
        assert each.move(address, hand={"base": 3}).status == 200
        for phone in phones:
            phone_state = phone.until(lambda state, to=address: state["move"] and state["move"]["address"] == to)
            assert phone_state["teacher"]
            assert -1000 < phone_state["now"] - phone_state["move"]["at"] < 30_000
    assert [each.say("rules", {"paused": value}).status for each, value in ((moved, True), (teacher, False))] == [
        200
    ] * 2
    assert teacher.say("ask", QUESTION).status == 200
    phones[1].until(lambda state: state["question"])
    assert [here.answer(1, 0).status, there.answer(1, 1).status] == [200, 200]
    for bar in bars:
        bar.until(lambda state: state["counts"]["answers"] == state["counts"]["here"] == 2)
    assert moved.say("question", {"do": "close"}).status == 200
    assert teacher.say("question", {"do": "reveal"}).status == 200
    for phone in phones:
        question = phone.until(lambda state: state["question"] and state["question"]["state"] == "revealed")[
            "question"
        ]
        assert question["distribution"] == {"counts": [1, 1], "right": 1}
    assert moved.say("end", {}).status == 200
    for phone in phones:
        phone.until(lambda state: state["ended"])
