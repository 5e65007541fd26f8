"""The room Class, and what every room has for browsers in a class."""

import json
import re
from html import unescape

import pytest

from components.kit.markup import read_script
from core.teach.lesson import lessons
from core.teach.questions import CARDS
from pages.shared.contents import ROOMS
from pages.teach.live_class import class_values, scripts
from pages.teach.question_words import card_words
from tests.house import ROOT
from tests.patterns import page_words
from tests.support.rooms import html, visit

WORDS = page_words("class")
KINDS = ("truth", "choices", "number")
HEADINGS = {f"Part: {part}" for part in ("Lesson", "Ask", "Questions")} | {
    name
    for button in ("Lead", "Give", "Reveal", "Close", "Reset", "Withdraw", "Again", "Next")
    for name in (button, f"{button}: help")
}
HEADINGS |= {f"{button}: label" for button in ("Lead", "Give")}
DOINGS = {"Look around", "Back", "Leave"}  # of the student


@pytest.fixture
def live_server(monkeypatch):
    monkeypatch.setenv("CLOCKFACE_LIVE", "1")


def test_without_the_routes_the_room_says_what_it_needs():
    app = visit("class", {})
    assert app.info[0].value == WORDS["Needs"]
    assert app.code[0].value == WORDS["Needs: command"]
    assert "class-room" not in html(app)
    assert 'class="in-class"' not in html(app)


def test_the_room_has_a_place_for_the_teacher(live_server):
    app = visit("class", {})
    assert not app.info
    values = re.search(r'class="class-room" data-given="([^"]+)"', html(app))[1]
    assert json.loads(unescape(values)) == class_values()


def test_who_comes_by_the_short_address_sees_the_code_as_text_and_no_room_of_the_teacher(live_server):
    app = visit("class", {"code": "7kq2mx"})
    assert app.main.markdown[0].value == WORDS("Door", code="7KQ2MX")
    assert 'class="class-room"' not in html(app)
    for wrong in ("QQQQ", "7KQ2M0"):
        answer = visit("class", {"code": wrong}).main.markdown[0].value
        assert answer == f"# {WORDS('In class: No class', code=wrong)}\n\n{WORDS['In class: No class: do']}"
    assert visit("class", {"code": "try"}).main.markdown[0].value == WORDS["Reached"]
    hostile = visit("class", {"code": "<b>*_[](x)" + "9" * 5000})
    assert "<b>" not in hostile.main.markdown[0].value
    assert len(hostile.main.markdown[0].value) < 400


@pytest.mark.parametrize(
    ("stem", "query", "asks", "room"),
    [
        ("class", {}, {}, True),
        ("rope", {}, {}, False),
        ("sentence", {"step": "order.2"}, {"card": "invariant"}, False),
        (
            "rope",
            {"ask": "Which?", "choice": ["one", "two"], "right": "2"},
            {"text": "Which?", "options": ["one", "two"], "right": 1},
            False,
        ),
    ],
    ids=["class", "a room", "a step", "a teacher's link"],
)
def test_every_room_looks_whether_its_browser_is_in_a_class(live_server, stem, query, asks, room):
    (values,) = re.findall(
        r"""class="in-class"></span><script data-file="[^"]+" data-given='([^']+)'""", html(visit(stem, query))
    )
    state = json.loads(unescape(values))
    assert (state["asks"], state["room"]) == (asks, room)
    assert [re.fullmatch(r"live/parts/(\w+)\.js\?\w{12}", state[role])[1] for role in ("teacher", "student")] == [
        "teacher",
        "student",
    ]


def test_the_teacher_may_open_every_lesson_and_every_question():
    addresses = [each["address"] for section in class_values()["questions"].values() for each in section]
    assert sorted(re.search(r"card=([\w-]+)", address)[1] for address in addresses) == sorted(CARDS)
    assert all("class_view=true" in address for address in addresses)
    steps = [re.search(r"step=([\w-]+)\.1", each["address"])[1] for each in class_values()["lessons"]]
    assert steps == list(lessons())
    rooms = {address.split("?")[0] for address in addresses} | {
        each["address"].split("?")[0] for each in class_values()["lessons"]
    }
    assert rooms <= {"./", *ROOMS}


def test_scripts_show_the_words_of_the_room_and_no_others():
    used = "".join(read_script(ROOT / f"components/classroom/class_{role}") for role in ("teacher", "student"))
    names = set(re.findall(r'words\["([^"]+)"\]', used)) | {f"Kind: {kind}" for kind in KINDS} | DOINGS | HEADINGS
    assert names - {"True", "False"} == set(WORDS.under("In class"))


@pytest.mark.parametrize("role", ["teacher", "student"])
def test_a_script_has_the_words_of_the_room_and_of_every_question(role):
    text = scripts()[f"{role}.js"]
    assert all(
        json.dumps(sentence) in text
        for sentence in (WORDS["In class: Ask"], WORDS["In class: Look around"], card_words("swamp").claim)
    )
    assert all(f'"{slug}": ' in text for slug in CARDS)
