"""A class over HTTP, with classes in the process and in Redis."""

import csv
import io
import json

from core.teach.live.codes import keys_of
from tests.deploy.live.browser import Student, Teacher, joined, post

QUESTION = {"text": "Which is faster?", "options": ["the first", "the last"], "right": 0}


def test_a_class_follows_the_teachers_hand(teacher, student, look):
    stream = look(student)
    first = stream.until(bool)
    assert (first["move"], first["question"], first["ended"]) == (None, None, False)
    for base in range(500, 520):
        assert teacher.move("/similarity?d_model=64", hand={"base": base}).status == 200
    last = stream.until(lambda state: state["move"] and state["move"]["hand"] == {"base": 519})
    assert stream.ids == sorted(stream.ids)
    assert last["move"]["at"] <= last["now"]
    assert "counts" not in last
    assert stream.text.startswith("retry: 1000\n\nid: ")
    assert stream.answer.headers["X-Accel-Buffering"] == "no"
    assert stream.answer.headers["Cache-Control"] == "no-store"


def test_who_comes_late_stands_where_the_class_stands(teacher, url, look):
    teacher.move("/clocks", playing={"clocks": {"position": 3, "playing": True, "speed": 2}})
    late = joined(url, teacher.code)
    state = look(late).until(bool)
    assert state["move"]["address"] == "/clocks"
    assert state == state | Student(url, teacher.code, late.seat).join().body["class"] | {"now": state["now"]}


def test_the_teacher_sees_who_is_here(teacher, student, url, look):
    bar = look(teacher)
    bar.until(lambda state: state["counts"]["here"] == 0 and state["teacher"])
    stream, other = look(student), joined(url, teacher.code)
    second = look(other)
    bar.until(lambda state: state["counts"] == bar.states[-1]["counts"] | {"here": 2, "following": 2})
    other.here(follows=False, step=3)
    bar.until(lambda state: state["counts"]["following"] == 1)
    assert bar.states[-1]["counts"]["steps"] == [0, 0, 1]
    stream.close()
    bar.until(lambda state: (state["counts"]["here"], state["counts"]["lost"]) == (1, 1))
    look(student)
    bar.until(lambda state: (state["counts"]["here"], state["counts"]["lost"]) == (2, 0))
    other.here(leaves=True)
    second.close()
    bar.until(lambda state: (state["counts"]["here"], state["counts"]["lost"]) == (1, 0))


def test_students_hear_that_the_teachers_line_is_down(teacher, student, look):
    bar, stream = look(teacher), look(student)
    stream.until(lambda state: state["teacher"])
    bar.close()
    stream.until(lambda state: not state["teacher"], 20)
    look(teacher)
    stream.until(lambda state: state["teacher"])
    stream.until_told("beat")
    assert ": alive\nevent: beat\n" in stream.text


def test_a_question_from_asking_to_the_sheet(teacher, student, url, look):
    bar, phone, other = look(teacher), look(student), joined(url, teacher.code)
    assert teacher.say("ask", QUESTION).body["number"] == 1
    question = phone.until(lambda state: state["question"])["question"]
    assert [question[key] for key in ("text", "options", "truth")] == [QUESTION["text"], QUESTION["options"], None]
    for choice in (1, 0, 1):  # may be changed
        assert student.answer(1, choice).body == {"answer": choice}
    other.answer(1, 0)
    bar.until(lambda state: state["counts"]["answers"] == 2)
    teacher.say("question", {"do": "close"})
    closed = phone.until(lambda state: state["question"]["state"] == "closed")["question"]
    assert (closed["answers"], closed["here"], closed["distribution"], closed["truth"]) == (2, 1, None, None)
    late = student.answer(1, 0)
    assert (late.status, late.body["error"]) == (409, "closed")
    teacher.say("question", {"do": "reveal"})
    revealed = phone.until(lambda state: state["question"]["state"] == "revealed")["question"]
    assert (revealed["distribution"], revealed["truth"]) == ({"counts": [1, 1], "right": 1}, 0)
    teacher.say("question", {"do": "again"})
    phone.until(lambda state: state["question"]["number"] == 2)
    bar.until(lambda state: state["counts"]["answers"] == 0)
    student.answer(2, 0)
    teacher.say("question", {"do": "reset"})
    phone.until(lambda state: state["question"]["number"] == 3)
    teacher.say("question", {"do": "next"})
    assert phone.until(lambda state: state["question"] is None)
    rows = list(csv.DictReader(io.StringIO(teacher.say("csv").body)))
    assert [(row["round"], row["answer"], row["count"]) for row in rows if row["round"] == "1"] == [
        ("1", "the first", "1"),
        ("1", "the last", "1"),
    ]


def test_a_question_of_the_app_is_revealed_with_its_truth(teacher, student, look):
    phone = look(student)
    teacher.say("ask", {"card": "swamp"})
    question = phone.until(lambda state: state["question"])["question"]
    assert (question["card"], question["text"]) == ("swamp", "")
    teacher.say("question", {"do": "reveal"})
    assert phone.until(lambda state: state["question"]["state"] == "revealed")["question"]["truth"] is not None


def test_asking_closes_the_question_before(teacher, student):
    teacher.say("ask", QUESTION)
    student.answer(1, 1)
    assert teacher.say("ask", {"text": "How many?"}).body["number"] == 2
    assert student.answer(1, 0).status == 409
    assert student.answer(2, 17.5).body == {"answer": 17.5}
    rows = list(csv.DictReader(io.StringIO(teacher.say("csv").body)))
    assert [row["count"] for row in rows] == ["0", "1"]


def test_a_paused_class_keeps_its_picture(teacher, student, look):
    phone = look(student)
    teacher.move("/matrix")
    teacher.say("rules", {"paused": True, "look": False})
    phone.until(lambda state: state["paused"] and not state["look"])
    teacher.move("/waves")
    teacher.say("rules", {"pace": "own"})
    assert phone.until(lambda state: state["pace"] == "own")["move"]["address"] == "/matrix"
    teacher.say("rules", {"paused": False})
    phone.until(lambda state: state["move"]["address"] == "/waves")


def test_the_end_is_told_and_the_sheet_stays(teacher, student, look):
    phone, bar = look(student), look(teacher)
    student.here(step=2)
    teacher.say("ask", QUESTION)
    assert teacher.say("end").status == 200
    assert phone.until(lambda state: state["ended"])["question"] is None
    phone.until_ended()
    bar.until_ended()
    for refused in (student.join(), teacher.move("/matrix"), joined_status(student)):
        assert (refused.status, refused.body["error"]) == (410, "ended")
    rows = list(csv.DictReader(io.StringIO(teacher.say("csv").body)))
    assert [(row["question"], row["answer"], row["count"]) for row in rows[-2:]] == [
        ("step", "1", "0"),
        ("step", "2", "1"),
    ]


def joined_status(student):
    return Student(student.url, student.code).join()


def test_the_teacher_comes_back_with_the_secret(teacher, url):
    teacher.move("/matrix")
    back = Teacher(url, secret=teacher.secret)
    answer = back.start()
    assert (answer.status, back.code, back.watch) == (200, teacher.code, teacher.watch)
    assert answer.body["class"]["move"]["address"] == "/matrix"
    assert answer.body["truth"] is None


def test_another_device_of_the_teacher_has_the_truth_of_an_own_question_and_reveals_it(teacher, student, url, look):
    teacher.say("ask", QUESTION)
    other, phone, right = Teacher(url, secret=teacher.secret), look(student), QUESTION["right"]
    body = other.start().body
    assert (body["truth"], body["class"]["question"]["truth"]) == (right, None)
    assert "truth" not in student.join().body
    other.say("question", {"do": "reveal"})
    assert phone.until(lambda state: state["question"]["state"] == "revealed")["question"]["truth"] == right


def test_a_forgotten_class_comes_back_under_its_code(url):
    secret = "A" * 43
    back = Teacher(url, secret=secret)
    assert back.start().status == 201
    assert back.code == keys_of(secret).code
    assert back.start().status == 200


def test_only_counts_are_told_before_the_reveal(teacher, student, look):
    phone = look(student)
    teacher.say("ask", QUESTION)
    student.answer(1, 1)
    teacher.say("question", {"do": "close"})
    phone.until(lambda state: state["question"] and state["question"]["state"] == "closed")
    assert '"right"' not in phone.text
    assert student.seat not in phone.text


def test_a_beacon_without_a_content_type_is_read(teacher, student):
    assert (
        post(
            teacher.url, f"{teacher.code}/here", json.dumps({"seat": student.seat, "leaves": True}).encode()
        ).status
        == 200
    )


def test_a_code_is_read_as_typed(teacher, url):
    code = teacher.code.lower()
    assert Student(url, f"{code[:3]}-{code[3:]}").join().status == 200
