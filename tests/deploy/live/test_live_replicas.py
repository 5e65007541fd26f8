"""Two replicas, one Redis, nginx before them: a class that outlives each of them."""

import threading

import pytest

from tests.deploy import proxy
from tests.deploy.live import redis_process
from tests.deploy.live.browser import Student, Teacher, begun, joined

pytestmark = pytest.mark.skipif(not redis_process.executable(), reason=redis_process.NO_REDIS)
QUESTION = {"text": "Which is faster?", "options": ["the first", "the last"], "right": 0}


def test_what_one_replica_hears_the_other_tells(pair, look):
    one, two = (server.url for server in pair)
    teacher = begun(one)
    bar, here, there = look(teacher), joined(one, teacher.code), joined(two, teacher.code)
    near, far = look(here), look(there)
    teacher.move("/rope?base=500")
    for stream in (near, far):
        stream.until(lambda state: state["move"] and state["teacher"])
    assert near.states[-1]["seq"] == far.states[-1]["seq"]
    teacher.say("ask", QUESTION)
    assert [here.answer(1, 0).status, there.answer(1, 1).status] == [200, 200]
    moved = Student(one, teacher.code, there.seat)  # the same browser by another replica
    assert moved.answer(1, 0).status == 200
    bar.until(lambda state: state["counts"]["answers"] == state["counts"]["here"] == 2)
    Teacher(two, teacher.secret, teacher.code).say("question", {"do": "reveal"})
    for stream in (near, far):
        question = stream.until(lambda state: state["question"]["state"] == "revealed")["question"]
        assert question["distribution"] == {"counts": [2, 0], "right": 2}


def test_every_answer_counts_once_though_all_come_at_once_while_the_teacher_moves(pair):
    teacher = begun(pair[0].url)
    students = [joined(pair[number % 2].url, teacher.code) for number in range(40)]
    teacher.say("ask", QUESTION)
    threads = [
        threading.Thread(target=student.answer, args=[1, place % 2]) for place, student in enumerate(students)
    ]
    for thread in threads:
        thread.start()
    for base in range(10):
        assert teacher.move("/matrix", hand={"base": base}).status == 200
    for thread in threads:
        thread.join()
    teacher.say("question", {"do": "reveal"})
    state = students[0].join().body["class"]
    assert state["question"]["distribution"]["counts"] == [20, 20]
    assert state["move"]["hand"] == {"base": 9}


def test_a_killed_replica_is_survived(pair, look):
    one, two = (server.url for server in pair)
    teacher = begun(one)
    student = joined(one, teacher.code)
    phone = look(student)
    teacher.move("/shift")
    teacher.say("ask", QUESTION)
    student.answer(1, 1)
    phone.until(lambda state: state["question"])
    pair[0].end()
    phone.until_ended()
    back, again = Teacher(two, teacher.secret), Student(two, teacher.code, student.seat)
    assert back.start().status == 200
    assert again.join().status == 200
    state = look(again).until(bool)
    assert (state["move"]["address"], state["question"]["number"]) == ("/shift", 1)
    assert look(back).until(lambda class_state: class_state["counts"]["answers"] == 1)


def test_a_class_that_redis_loses_is_told_again(pair, redis, look):
    teacher = begun(pair[0].url)
    student = joined(pair[1].url, teacher.code)
    bar, phone = look(teacher), look(student)
    teacher.move("/shift")
    life = phone.until(lambda state: state["move"])["life"]
    redis.kill()
    refused = teacher.move("/waves")
    assert (refused.status, refused.body["error"]) == (503, "store")
    assert "goes on when it does" in refused.body["message"]
    assert student.join().status == 503
    redis.start()
    bar.until_told("gone")
    assert teacher.start().status == 201
    assert teacher.move("/waves").status == 200
    state = phone.until(lambda state: state["move"] and state["move"]["address"] == "/waves", 30)
    assert state["life"] != life
    assert not phone.ended
    assert student.join().body["seat"] == student.seat


@pytest.mark.skipif(not proxy.executable(), reason=proxy.NO_NGINX)
def test_nginx_sends_events_on_at_once(pair, tmp_path, look):
    with proxy.proxying([server.url for server in pair], tmp_path) as url:
        teacher = begun(url)
        phone = look(joined(url, teacher.code))
        for base in range(3):
            teacher.move("/matrix", hand={"base": base})
            phone.until(lambda state, base=base: state["move"] and state["move"]["hand"] == {"base": base}, 5)
        assert "content-encoding" not in {name.lower() for name in phone.answer.headers}
        refused = teacher.say("ask", b"a" * 5_000)
        assert (refused.status, refused.body["error"]) == (413, "large")
        phone.close()
