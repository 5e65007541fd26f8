"""What arrives from outside is read or refused with a sentence that names argument, rule and value."""

import base64
import hmac
import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.beyond_text.signal_fit import SAMPLES
from core.teach.live.codes import ALPHABET, keys_of, new_secret, read_code, read_secret
from core.teach.live.move import read_move, read_turn
from core.teach.live.question import card_question, read_question
from core.teach.live.record import UnreadableError, counts_csv, from_json, from_text, new_class, to_json
from core.teach.live.untrusted import LiveError, read_body
from core.teach.questions import CARDS
from core.teach.questions.card import Number
from deploy.live.presence import read_heartbeat
from tests.support.untrusted import OFTEN, damaged, json_values, texts

SIGNAL = ",".join(["-100"] * SAMPLES)
MOVE = {"address": "/similarity?base=500&scheme=RoPE", "hand": {"base": 700}}
CHOICE = {"text": "Which is faster?", "options": ["the first pair", "the last pair"], "right": 0}
NUMBER = {"text": "How many pairs?", "unit": "pairs", "least": 1, "most": 512, "whole": True, "right": 256}


def refusal(read, *values):
    with pytest.raises(LiveError) as refused:
        read(*values)
    return str(refused.value)


def test_a_body_is_an_object_of_at_most_2_kb():
    assert read_body(b"") == {}
    assert read_body(b'{"a": 1}') == {"a": 1}
    assert refusal(read_body, bytes(2049)) == "a body must be at most 2,048 bytes, got 2,049"
    for body in (b"[]", b"null", b"1", b"\xff", b"{", b'{"a": NaN}', b"[" * 2000, b'{"a": -Infinity}'):
        assert refusal(read_body, body).startswith("a body must be a JSON object")


def test_a_move_is_read():
    playing = {"clocks/hands": {"position": 12.5, "playing": True, "speed": 2}}
    move = read_move({**MOVE, "hand": {"base": 700, "window": ["a", 3], "drawn": SIGNAL}, "playing": playing}, 5)
    assert move.address == MOVE["address"]
    assert move.hand == {"base": 700, "window": ("a", 3), "drawn": SIGNAL}
    assert json.loads(json.dumps(move.to_json()))["playing"] == playing
    assert move.at == 5


@pytest.mark.parametrize(
    "address",
    ["https://elsewhere.example.org/", "//elsewhere.example.org", "/\\elsewhere.example.org", "matrix", "",
     "javascript:alert(1)", "/matrix#x", "/a/b", "/../etc", "/matrix?a=<script>", '/matrix?a="', "/matrix?a=b c",
     "/matrix?a=\n", "/Matrix", "/matrix?a=ü", None, 3, ["/"]],
)  # fmt: skip
def test_an_address_stays_in_the_app(address):
    assert "address must be" in refusal(read_move, {"address": address}, 0)


def test_an_address_is_bounded():
    assert read_move({"address": "/matrix?note=" + "a" * 1487}, 0)
    message = refusal(read_move, {"address": "/matrix?note=" + "a" * 1488}, 0)
    assert message == "address must be text of at most 1,500 characters, got '1,501 characters'"


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("hand", [], "hand must be an object"),
        ("hand", {f"a{n}": 1 for n in range(13)}, "hand must be of at most 12 entries, got 13"),
        ("hand", {"Base": 1}, "a name in hand must be small letters, digits and _, got 'Base'"),
        ("hand", {"__proto__": 1}, "a name in hand must be"),
        ("hand", {"base": True}, "hand.base must be a number from"),
        ("hand", {"base": 1e300}, "hand.base must be a number from"),
        ("hand", {"base": 10**400}, "hand.base must be a number from"),
        ("hand", {"base": float("inf")}, "hand.base must be a number from"),
        ("hand", {"base": [1]}, "hand.base must be a value or a list of two, got [1]"),
        ("hand", {"base": "a" * 401}, "hand.base must be 0 to 400 characters long"),
        ("playing", 1, "playing must be an object"),
        ("playing", {"clocks": 1}, "an entry of playing must be an object, got 1"),
        ("playing", {"clocks": {"position": 1, "playing": 1}}, "playing must be true or false, got 1"),
        ("playing", {"clocks": {"position": None, "playing": True}}, "position must be a number"),
        ("playing", {"Clocks": {}}, "a key in playing must be"),
        ("playing", {"clocks": {"to": 1}}, "a name in the body must be one of position, playing, speed, got 'to'"),
    ],
)
def test_what_the_hand_holds_is_checked(name, value, message):
    assert refusal(read_move, {**MOVE, name: value}, 0).startswith(message)


def test_a_turn_names_a_tab():
    assert read_turn({"by": "k3J9_xQ-", "turn": 7}) == ("k3J9_xQ-", 7)
    assert refusal(read_turn, {"by": "", "turn": 7}).startswith("by must be 4 to 16 letters")
    assert refusal(read_turn, {"by": "abcd", "turn": -1}).startswith("turn must be a whole number from 0")


def test_every_question_of_the_app_can_be_asked():
    for slug, card in CARDS.items():
        question = read_question({"card": slug})
        settled = card.settle().truth
        assert question is card_question(slug)
        assert question.judge(question.truth)
        if isinstance(card.asks, Number):
            assert card.asks.judge(question.truth, settled)
        else:
            assert card.asks.judge(card.asks.read(question.options[int(question.truth)]), settled)


def test_a_card_judges_as_the_room_does():
    for slug, card in CARDS.items():
        if isinstance(card.asks, Number):
            truth = float(card.settle().truth)
            for share in (0.3, 0.51, 0.99, 1, 1.01, 1.9, 3):
                assert card_question(slug).judge(truth * share) == card.asks.judge(truth * share, truth)


def test_a_teachers_own_question_is_read():
    question = read_question({**CHOICE, "text": "  Which\u0007 is\u202e\n faster? "})
    assert (question.text, question.options, question.truth) == ("Which is faster?", tuple(CHOICE["options"]), 0)
    assert (question.judge(0), question.judge(1)) == (True, False)
    number = read_question(NUMBER)
    assert (number.read(256.0), number.judge(256), number.judge(255)) == (256, True, False)
    assert read_question({"text": "Any number?"}).judge(3) is None


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"card": "no-such"}, "card must be one of add-loses, "),
        ({"card": ["swamp"]}, "card must be one of"),
        ({"card": "swamp", "text": "a"}, "a name in the body must be one of card, got 'text'"),
        ({**CHOICE, "options": ["one"]}, "options must be a list of 2 to 6 texts"),
        ({**CHOICE, "options": list("abcdefg")}, "options must be a list of 2 to 6 texts"),
        ({**CHOICE, "options": ["a", "a"]}, "options must be different from each other"),
        ({**CHOICE, "options": ["a", " "]}, "an option must be 1 to 60 characters long, got ' '"),
        ({**CHOICE, "options": ["a", "b" * 61]}, "an option must be 1 to 60 characters long"),
        ({**CHOICE, "text": ""}, "text must be 1 to 160 characters long, got ''"),
        ({**CHOICE, "text": None}, "text must be text, got None"),
        ({**CHOICE, "right": 2}, "right must be a whole number from 0 to 1, got 2"),
        ({**CHOICE, "unit": "x"}, "a name in the body must be one of text, options, right, got 'unit'"),
        ({**NUMBER, "most": 1}, "most must be greater than least, 1, got 1"),
        ({**NUMBER, "right": 2.5}, "answer must be a whole number from 1 to 512, got 2.5"),
        ({**NUMBER, "whole": 1}, "whole must be true or false, got 1"),
        ({**NUMBER, "least": "1"}, "least must be a number from"),
        ({}, "text must be text, got None"),
    ],
)
def test_a_question_that_cannot_be_asked_is_refused(body, message):
    assert refusal(read_question, body).startswith(message)


@pytest.mark.parametrize("answer", [-1, 2, 0.5, "0", None, True, [0], 1e400, 10**30])
def test_an_answer_is_an_option(answer):
    assert refusal(read_question(CHOICE).read, answer).startswith("answer must be a whole number from 0 to 1, got")


def test_a_secret_has_256_random_bits_and_is_compared_in_constant_time(monkeypatch):
    secrets = {new_secret() for _ in range(100)}
    assert len(secrets) == 100
    assert {len(base64.urlsafe_b64decode(f"{secret}=")) for secret in secrets} == {32}
    compared = []
    monkeypatch.setattr(hmac, "compare_digest", lambda *secret_pair: compared.append(secret_pair))
    assert "its secret is another one" in refusal(keys_of(new_secret()).check_secret, new_secret())
    assert len(compared) == 1


def test_a_code_belongs_to_its_secret():
    secret = new_secret()
    keys = keys_of(secret)
    assert keys == keys_of(read_secret(secret))
    assert set(keys.code) <= set(ALPHABET)
    assert len(ALPHABET) ** len(keys.code) == pytest.approx(9e8, rel=0.02)
    assert read_code(f" {keys.code[:3]}-{keys.code[3:].lower()} ") == keys.code
    keys.check_secret(secret)
    keys.check_watch(keys.watch)
    assert secret not in repr(keys)
    assert "its secret is another one" in refusal(keys.check_secret, new_secret())
    assert "watch is another one" in refusal(keys.check_watch, "ü")


@pytest.mark.parametrize("code", ["", "ABCDE", "ABCDEFG", "ABCDE0", "ABCDEI", "ABCDEÄ", None, 7, "ABCDE\n"])
def test_other_texts_are_no_code(code):
    assert refusal(read_code, code).startswith("a code must be 6 letters and digits without 0, O, 1, I and L")


@pytest.mark.parametrize("secret", [None, "", "a" * 42, "a" * 44, "a" * 42 + "ä", 3])
def test_a_refused_secret_is_not_repeated(secret):
    assert refusal(read_secret, secret) == "a secret must be 43 letters, digits, - and _"


def test_a_seat_belongs_to_its_class():
    keys, other = keys_of(new_secret()), keys_of(new_secret())
    seat = keys.new_participant_token()
    assert keys.check_participant_token(seat) == seat
    assert keys.new_participant_token() != seat
    damaged = (seat[:-1], f"{seat[:-1]}\u00e4", f"x{seat[1:-1]}x", seat.upper())
    for wrong in (other.new_participant_token(), *damaged, None, 3):
        assert "it has to join again" in refusal(keys.check_participant_token, wrong)


# ---- Whatever is sent and whatever a store has is refused by name, or leaves a class that can be shown and kept.

BODIES = [
    {"by": "tab1", "turn": 1, **MOVE, "playing": {"clocks": {"position": 1, "playing": True, "speed": 2}}},
    {"paused": True, "look": False, "pace": "own"},
    {"card": "swamp"},
    CHOICE,
    NUMBER,
    {"seat": "a", "follows": True, "step": 3, "leaves": False},
]
CLASS = new_class(keys_of("A" * 43))
changed = st.builds(dict.__or__, st.sampled_from(BODIES), st.dictionaries(texts, json_values, max_size=1)).flatmap(
    lambda body: st.fixed_dictionaries({name: st.just(value) | json_values for name, value in body.items()})
)


@OFTEN
@given(changed)
def test_any_body_is_refused_by_every_route_or_changes_the_class(body):
    with suppress(LiveError):
        read_heartbeat(body).encode()
    for change in (
        lambda: CLASS.apply_move(read_move(body, 0), *read_turn(body)),
        lambda: CLASS.set_rules(body),
        lambda: CLASS.ask(read_question(body)).close([], 0).reveal(),
    ):
        with suppress(LiveError):
            after = change()
            assert from_json(json.loads(json.dumps(to_json(after)))) == after
            json.dumps(after.visible_state()).encode()
            counts_csv(after).encode()


@OFTEN
@given(json_values | st.binary(max_size=50))
def test_any_value_is_refused_or_is_a_code_a_secret_a_seat_an_answer_or_a_body(value):
    for read in (read_code, read_secret, CLASS.keys.check_participant_token, card_question("swamp").read):
        with suppress(LiveError):
            read(value)
    with suppress(LiveError):
        read_body(value if isinstance(value, bytes) else json.dumps(value).encode())


@OFTEN
@given(st.data())
def test_any_record_of_a_store_is_refused_or_can_be_shown(data):
    record = to_json(CLASS.ask(card_question("swamp")))
    changes = data.draw(st.dictionaries(st.sampled_from([*record]), json_values, min_size=1, max_size=3))
    text = json.dumps(record | changes)
    with suppress(UnreadableError):
        json.dumps(from_text(data.draw(st.just(text) | damaged(st.just(text))), CLASS.keys.code).visible_state())
