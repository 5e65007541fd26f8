"""Strangers at the routes of a class."""

import http.client
import signal
import socket
import time
from contextlib import ExitStack
from urllib.parse import urlsplit

import psutil
import pytest

from core.teach.live.codes import ALPHABET, new_secret
from tests.deploy.live.browser import Student, Teacher, begun, joined, post
from tests.deploy.live.server import live_server

MOVE = {"by": "tab1", "turn": 1, "address": "/matrix"}
BODIES = {"move": MOVE, "question": {"do": "close"}}


@pytest.mark.parametrize("route", ["move", "rules", "ask", "question", "end", "csv"])
def test_only_the_secret_opens_a_teachers_route(teacher, student, route):
    for authorization in (
        f"Bearer {new_secret()}",
        "Bearer",
        "",
        f"Bearer {teacher.watch}",
        f"Bearer {student.seat}",
        "Basic x",
    ):
        answer = post(teacher.url, f"{teacher.code}/{route}", BODIES.get(route, {}), Authorization=authorization)
        assert (answer.status, answer.body["error"]) == (403, "secret")
    assert post(teacher.url, f"{teacher.code}/{route}", BODIES.get(route, {})).status == 403


def test_a_wrong_secret_never_moves_a_class_even_beside_the_right_one(teacher, student, look):
    phone = look(student)
    for turn in range(5):
        post(
            teacher.url, f"{teacher.code}/move", MOVE | {"turn": 99 + turn}, Authorization=f"Bearer {new_secret()}"
        )
        teacher.move("/waves", hand={"base": turn})
    phone.until(lambda state: state["move"] and state["move"]["hand"] == {"base": 4})
    assert all(state["move"] is None or state["move"]["address"] == "/waves" for state in phone.states)


def test_a_replayed_move_is_ignored(teacher, student, look):
    first = teacher.say("move", MOVE)
    teacher.say("move", MOVE | {"turn": 2, "address": "/waves"})
    assert teacher.say("move", MOVE).body["seq"] == first.body["seq"] + 1
    assert look(student).until(bool)["move"]["address"] == "/waves"


def test_a_body_is_bounded_and_the_refusal_can_be_read(teacher, student):
    for body in (b'{"text": "' + b"a" * 2048 + b'"}', b"a" * 100_000):
        answer = teacher.say("ask", body)
        assert (answer.status, answer.body["error"]) == (413, "large")
        assert answer.body["message"].startswith("a body must be at most 2,048 bytes, got ")


@pytest.mark.parametrize("body", [b"[]", b"\xff", b"null", b'{"by": NaN}', b"[" * 2000, b'{"a": 1e999}'])
def test_what_is_no_object_is_refused_by_name(teacher, body):
    answer = teacher.say("move", body)
    assert (answer.status, answer.body["error"]) == (400, "value")
    assert " must be " in answer.body["message"]


def test_a_page_of_another_site_is_refused(teacher, url):
    for origin in ("https://elsewhere.example.org", "null", "http://127.0.0.1:1", "http://[", "http://[::1"):
        answer = teacher.say("move", MOVE, Origin=origin)
        assert (answer.status, answer.body["error"]) == (403, "origin")
    assert teacher.say("move", MOVE, Origin=url).status == 200


def test_a_class_is_sent_to_rooms_alone(teacher):
    for address in ("/live", "/ready", "/c", "/static", "/nowhere?a=b"):
        answer = teacher.move(address)
        assert (answer.status, answer.body["message"]) == (
            400,
            f"address must be that of a room of this app, got {address!r}",
        )
    assert {teacher.move(address).status for address in ("/", "/?base=500", "/waves", "/stretch?a=b")} == {200}


def test_answers_that_cannot_be_are_refused(teacher, student, url):
    assert student.answer(1, 0).body["error"] == "closed"
    teacher.say("ask", {"text": "Which?", "options": ["a", "b"]})
    for answer in (2, -1, "0", None, 0.5, [0]):
        assert student.answer(1, answer).body["error"] == "value"
    for seat in ("", "a" * 29, None, joined(url, Teacher(url).start().body["code"]).seat):
        assert Student(url, teacher.code, seat).answer(1, 0).status == 403


def test_a_stream_needs_a_seat_or_the_teachers_key(teacher, url):
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=20)
    for query in ("", "?seat=", "?seat=a", "?watch=", "?watch=%C3%BC", f"?watch={teacher.secret}"):
        connection.request("GET", f"/live/{teacher.code}/events{query}")
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 403
    connection.close()


def test_one_browser_holds_few_streams_and_they_end_with_it(student, teacher, look):
    bar, streams = look(teacher), [look(student) for _ in range(4)]
    refused = student.look()
    refused.until_ended()
    assert refused.status == 429
    bar.until(lambda state: state["counts"]["here"] == 1)
    for stream in streams:
        stream.close()
    bar.until(lambda state: state["counts"]["here"] == 0)
    look(student)


def codes(count):
    """Codes that no class has."""
    for number in range(count):
        yield "".join(ALPHABET[number // 31**place % 31] for place in range(6))


def test_a_thousand_codes_find_nothing_and_harm_no_one_who_is_in():
    with live_server() as server, ExitStack() as stack:
        teacher = begun(server.url)
        student = joined(server.url, teacher.code)
        stream = student.look()
        stack.callback(stream.close)
        connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=20)
        stack.callback(connection.close)
        statuses, start = [], time.monotonic()
        for code in codes(1_000):
            connection.request("POST", f"/live/{code}/join", b"{}")
            answer = connection.getresponse()
            answer.read()
            statuses.append(answer.status)
        took = time.monotonic() - start
        assert statuses[:100] == [404] * 100
        assert statuses.count(404) <= 100 + 5 * took + 1
        assert set(statuses) == {404, 429}
        while (refusal := Student(server.url, teacher.code).join()).status != 429:  # one attempt is free again
            post(server.url, "222222/join")
        assert refusal.headers["retry-after"] == "2"
        assert "wait a few seconds" in refusal.body["message"]
        assert teacher.move("/waves").status == 200
        stream.until(lambda state: state["move"])
        assert student.join().status == 200
        assert {post(server.url, "start").status for _ in range(70)} == {201, 429}


def test_streams_held_open_stop_no_server():
    with live_server() as server, ExitStack() as stack:
        teacher = begun(server.url)
        for _ in range(50):
            stack.callback(joined(server.url, teacher.code).look().close)
        asleep = stack.enter_context(socket.create_connection(("127.0.0.1", server.port)))
        asleep.sendall(b"POST /live/start HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{")  # never ends
        asleep.shutdown(socket.SHUT_WR)
        server.end(signal.SIGTERM)  # within 20 s


def test_a_stalled_reader_costs_no_memory(teacher, url):
    student = joined(url, teacher.code)
    with socket.create_connection(urlsplit(url).netloc.split(":")) as stalled:
        stalled.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        stalled.sendall(f"GET /live/{teacher.code}/events?seat={student.seat} HTTP/1.1\r\nHost: a\r\n\r\n".encode())
        process = next(one for one in psutil.Process().children() if str(urlsplit(url).port) in one.cmdline())
        before = process.memory_info().rss
        for number in range(200):
            teacher.say("rules", {"look": bool(number % 2)})
        assert process.memory_info().rss - before < 20e6
