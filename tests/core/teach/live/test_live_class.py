"""The record of a class: moves, rules, questions, counting, what others see, CSV."""

import csv
import io
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.teach.live import record
from core.teach.live.codes import keys_of, new_secret
from core.teach.live.move import read_move
from core.teach.live.question import read_question
from core.teach.live.record import HEAD, counts_csv
from core.teach.live.tally import BINS, count, count_steps
from core.teach.live.untrusted import LiveError, read_body

BEGUN = record.new_class(keys_of(new_secret()))
CHOICE = read_question({"text": "Which?", "options": ["the first", "the last"], "right": 1})
NUMBER = read_question({"text": "How many?", "least": 0, "most": 1e6})


def move(address="/matrix", at=0):
    return read_move({"address": address}, at)


def test_each_change_has_the_next_number():
    moved = BEGUN.apply_move(move(), "tab1", 1)
    at_question = moved.ask(CHOICE)
    closed = at_question.close([0, 1, 1], here=4)
    assert [each.seq for each in (BEGUN, moved, at_question, closed, closed.reveal())] == [1, 2, 3, 4, 5]


def test_a_replayed_move_changes_nothing():
    moved = BEGUN.apply_move(move("/waves"), "tab1", 7)
    for turn in (7, 6, 0):
        assert moved.apply_move(move("/matrix"), "tab1", turn) is moved
    other = moved.apply_move(move("/matrix"), "tab2", 0)
    assert other.move.address == "/matrix"
    assert other.apply_move(move("/waves"), "tab1", 7) is other  # the same move again, after one from another tab
    many = moved
    for number in range(50):
        many = many.apply_move(move("/matrix"), f"tab{number + 2}", 0)
    assert len(many.tabs) == record.MOST_TABS


def test_a_paused_class_keeps_its_picture_and_then_stands_where_the_teacher_is():
    paused = BEGUN.apply_move(move("/matrix"), "tab1", 1).set_rules({"paused": True})
    behind = paused.apply_move(move("/waves"), "tab1", 2).apply_move(move("/clocks"), "tab1", 3)
    assert behind.visible_state()["move"]["address"] == "/matrix"
    assert behind.set_rules({"look": False}).visible_state()["move"]["address"] == "/matrix"
    assert behind.set_rules({"paused": False}).visible_state()["move"]["address"] == "/clocks"
    assert paused.set_rules({"paused": False}).visible_state()["move"]["address"] == "/matrix"


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ({"paused": 1}, "paused must be true or false, got 1"),
        ({"pace": "slow"}, "pace must be one of class, own, got 'slow'"),
        ({"ended": True}, "a name in the body must be one of paused, look, pace, got 'ended'"),
    ],
)
def test_rules_are_checked(rules, message):
    with pytest.raises(LiveError, match=message):
        BEGUN.set_rules(rules)


def test_nothing_is_shown_until_it_is_revealed():
    at_question = BEGUN.ask(CHOICE)
    closed = at_question.close([0, 1, 1], here=4)
    revealed = closed.reveal()
    questions = [each.visible_state()["question"] for each in (at_question, closed, revealed)]
    assert [each["state"] for each in questions] == ["open", "closed", "revealed"]
    assert [each["answers"] for each in questions] == [None, 3, 3]
    assert [each["distribution"] for each in questions] == [None, None, {"counts": [1, 2], "right": 2}]
    assert [each["truth"] for each in questions] == [None, None, 1]


def test_the_truth_is_nowhere_in_what_an_open_question_shows():
    right = [json.dumps(BEGUN.ask(q).visible_state()["question"]) for q in map(_with_truth, (0, 1, 2))]
    assert len(set(right)) == 1


def _with_truth(index):
    return read_question({"text": "Which?", "options": ["a", "b", "c"], "right": index})


def test_answers_are_taken_for_the_open_question_only():
    at_question = BEGUN.ask(CHOICE)
    assert at_question.check_open(1) is CHOICE
    for other, number in ((BEGUN, 1), (at_question, 2), (at_question.close([], 0), 1), (at_question.again(), 1)):
        with pytest.raises(LiveError, match=r"question \d takes no answers any more"):
            other.check_open(number)
    with pytest.raises(LiveError, match="number must be a whole number from 1"):
        at_question.check_open("1")


def test_again_keeps_the_answers_and_reset_drops_them():
    closed = BEGUN.ask(CHOICE).close([0, 1, 1], 4).reveal()
    again, reset = closed.again(), closed.reset()
    assert [each.number for each in again.rounds] == [1]
    assert reset.rounds == ()
    assert [each.round.number for each in (again, reset)] == [2, 2]
    assert again.without_question().visible_state()["question"] is None
    with pytest.raises(LiveError, match="a question must be closed before"):
        again.reveal()
    with pytest.raises(LiveError, match="there is no question: ask one first"):
        BEGUN.again()


def test_questions_of_a_class_are_limited():
    many = BEGUN
    for _ in range(record.MOST_ROUNDS):
        many = many.ask(CHOICE).close([], 0)
    assert many.reset().round.number == 101  # the hundredth once more, not one more
    with pytest.raises(LiveError, match="questions of a class must be at most 100, got one more"):
        many.ask(CHOICE)
    assert len(json.dumps(record.to_json(many))) < 50_000


def test_a_class_that_has_ended_stands_still():
    ended = BEGUN.ask(CHOICE).close([1], 1).end()
    assert ended.visible_state()["ended"]
    assert ended.end().ended
    for do in (lambda: ended.ask(CHOICE), lambda: ended.set_rules({}), lambda: ended.apply_move(move(), "tab1", 9)):
        with pytest.raises(LiveError, match="this class has ended") as refused:
            do()
        assert refused.value.kind == "ended"


def test_a_class_record_survives_json():
    playing = {"clocks": {"position": 2.5, "playing": True, "speed": 1}}
    playing_move = read_move({"address": "/stretch", "hand": {"window": [1, "a"]}, "playing": playing}, 9)
    full = BEGUN.apply_move(playing_move, "tab1", 3).ask(CHOICE).close([1, 0], 2).ask(NUMBER)
    full = full.close(range(40), 50).set_rules({"paused": True}).apply_move(move(), "tab1", 4)
    for each in (BEGUN, full, full.end()):
        assert record.from_json(json.loads(json.dumps(record.to_json(each)))) == each


def test_the_record_does_not_contain_the_secret():
    secret = new_secret()
    assert secret not in json.dumps(record.to_json(record.new_class(keys_of(secret))))


# ---- Counting.


@given(st.lists(st.sampled_from([0, 1, 2])))
def test_every_answer_is_counted_once(answers):
    question = _with_truth(2)
    result = count(question, answers)
    assert sum(result.counts) == result.answers == len(answers)
    assert result.right == answers.count(2)


@given(st.lists(st.floats(-1e9, 1e9) | st.integers(0, 20), max_size=200))
def test_every_number_is_in_one_bin(numbers):
    result = count(read_question({"text": "How many?"}), numbers)
    assert sum(many for *_, many in result.bins) == result.answers == len(numbers)
    assert len(result.bins) <= BINS
    assert all(low <= high for low, high, _ in result.bins)
    assert result.right is None
    assert result.median == (float(np.median(numbers)) if numbers else None)


def test_a_wide_range_is_divided_in_equal_ratios():
    bins = count(NUMBER, [2**n for n in range(20)]).bins
    ratios = [high / low for low, high, _ in bins]
    np.testing.assert_allclose(ratios, ratios[0])


def test_steps_are_counted_up_to_the_last_reached():
    assert count_steps([1, 3, 3, None, 99, 0]) == (1, 0, 2)
    assert count_steps([]) == ()


# ---- CSV.


def test_the_sheet_has_counts_alone():
    closed = BEGUN.ask(CHOICE).close([0, 1, 1], 4).ask(NUMBER).close([5, 5, 7], 4)
    rows = list(csv.DictReader(io.StringIO(counts_csv(closed, (2, 1)))))
    assert tuple(rows[0]) == HEAD
    assert [(row["answer"], row["count"], row["right"]) for row in rows[:2]] == [
        ("the first", "1", "no"),
        ("the last", "2", "yes"),
    ]
    assert {row["right answer"] for row in rows[:2]} == {"the last"}
    assert {row["right answer"] for row in rows[2:]} == {""}
    assert [(row["from"], row["to"], row["count"]) for row in rows[2:4]] == [("5", "5", "2"), ("7", "7", "1")]
    assert [(row["question"], row["answer"], row["count"]) for row in rows[4:]] == [
        ("step", "1", "2"),
        ("step", "2", "1"),
    ]


def test_the_sheet_has_the_words_of_a_question_of_the_app_and_the_right_number():
    number = read_question({"text": "How many?", "unit": "pairs", "right": 256})
    closed = BEGUN.ask(read_question({"card": "swamp"})).close([0], 1).ask(number).close([5], 1)
    rows = list(csv.DictReader(io.StringIO(counts_csv(closed, card_text={"swamp": "Is it longer?"}.get))))
    assert [row["question"] for row in rows] == ["Is it longer?", "Is it longer?", "How many?"]
    assert rows[2]["right answer"] == "256 pairs"


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\uff1d", "\ufe0f="])
def test_no_cell_begins_a_formula(start):
    question = read_question({"text": f"{start}HYPERLINK(1)", "options": [f"{start}1", "two, \"'"]})
    rows = list(csv.reader(io.StringIO(counts_csv(BEGUN.ask(question).close([0], 1)))))
    assert all(not cell.startswith(start) for row in rows for cell in row)
    assert rows[1][1] == f"'{start}HYPERLINK(1)"


def test_a_question_without_answers_has_a_row():
    assert counts_csv(BEGUN.ask(NUMBER).close([], 3)).splitlines()[1] == "1,How many?,,,,0,,0,3,"


def test_what_participants_receive_fits_into_a_request_body():
    assert read_body(json.dumps(BEGUN.ask(CHOICE).visible_state()).encode())["seq"] == 2


RELEASE_BEFORE = (Path(__file__).parent / "release_before.json").read_text("utf-8")


def test_the_release_before_and_this_one_read_each_others_records():
    entries = json.loads(RELEASE_BEFORE)
    result = record.from_text(RELEASE_BEFORE, entries["keys"][0])
    assert json.loads(json.dumps(record.to_json(result))) == entries | {"by": "tab1:3"}
    assert result.apply_move(move(), "tab1", 3) is result
    assert result.apply_move(move(), "tab1", 4).tabs == (("tab1", 4),)
    later = entries | {"name of a later release": 1}
    assert record.from_text(json.dumps(later), entries["keys"][0]) == result


@pytest.mark.parametrize(
    "text",
    [
        "",
        "garbage",
        "{}",
        "[]",
        "null",
        "[" * 10**5,
        '{"keys": [1]}',
        RELEASE_BEFORE.replace('"seq": ', '"seq": 0.'),
        RELEASE_BEFORE.replace('"life"', '"live"'),
        RELEASE_BEFORE.replace('"at": 5', '"att": 5'),
    ],
)
def test_an_unreadable_record_of_a_class_is_refused(text):
    with pytest.raises(record.UnreadableError):
        record.from_text(text, json.loads(RELEASE_BEFORE)["keys"][0])
    with pytest.raises(record.UnreadableError):
        record.from_text(RELEASE_BEFORE, "222222")
