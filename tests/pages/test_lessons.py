"""Every step of every lesson opens its room as it says, with its controls; a link says what it ignores."""

import pytest
from streamlit.testing.v1 import AppTest

from core.teach.lesson import lessons
from core.teach.lesson_link import read_lesson_link
from pages.shared.contents import ALL, ROOMS
from pages.shared.words import read
from pages.teach import handout, lesson_way
from pages.teach.lesson_way import link
from tests.house import ROOT

WORDS = read(lesson_way.WORDS)
STEPS = [(lesson, number) for lesson in lessons().values() for number in range(1, len(lesson.steps) + 1)]
NAMED = [f"{lesson.slug}.{number}" for lesson, number in STEPS]


def visit(stem, asked):
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=30)
    app.query_params.update(asked)
    return app.switch_page(f"pages/{stem}.py").run()


def html(app):
    return "".join(element.proto.body for element in app.get("html"))


@pytest.mark.parametrize(("lesson", "number"), STEPS, ids=NAMED)
def test_a_step_opens_its_room_with_its_settings_and_controls(lesson, number):
    step = lesson.steps[number - 1]
    app = visit(step.address.room, {**step.address.settings, "step": [f"{lesson.slug}.{number}"]})
    assert not app.exception
    assert [text.value for text in app.main.markdown[:2]] == [f"## {step.title}", step.text]
    assert not any(WORDS["Ignored"] in caption.value for caption in app.caption)
    assert [name for name in step.controls if name not in app.session_state] == []
    assert {name: asked_of(app, name) for name in step.address.settings} == {
        name: list(values) for name, values in step.address.settings.items()
    }


def asked_of(app, name):
    """What a setting is now, as an address says it."""
    value = app.session_state[name] if name in app.session_state else app.query_params[name]
    values = value if isinstance(value, list | tuple) else [value]
    return [str(one).lower() if isinstance(one, bool) else str(one) for one in values]


@pytest.mark.parametrize(("lesson", "number"), STEPS, ids=NAMED)
def test_a_step_asks_only_for_what_its_room_declares(lesson, number):
    step = lesson.steps[number - 1]
    record = ROOMS[step.address.room]
    assert step.address.settings.keys() <= {*record.settings, *record.address}
    assert {name for name in step.controls if name in ALL} <= set(record.settings)  # others are hidden


@pytest.mark.parametrize(("lesson", "number"), STEPS, ids=NAMED)
def test_a_step_has_its_picture_for_the_handout(lesson, number):
    assert handout.picture(lesson, number).stat().st_size > 5_000


def test_a_steps_link_says_room_settings_and_step():
    lesson = next(iter(lessons().values()))
    address = link(lesson, 2, projector=True)
    room, _, asked = address.partition("?")
    assert room == {"home": "./"}.get(lesson.steps[1].address.room, lesson.steps[1].address.room)
    assert asked.endswith(f"step={lesson.slug}.2&projector=true")


def test_a_cut_link_opens_the_room_and_says_so():
    app = visit("similarity", {"step": "dot-prod"})
    assert not app.exception
    assert [caption.value for caption in app.caption] == [
        WORDS["Ignored"] + " step\\=“dot\\-prod” names no lesson\\."
    ]
    assert app.title[0].value == "Similarity"


def test_a_link_keeps_only_its_controls_and_names_those_that_do_not_exist():
    app = visit("similarity", {"keep": ["base", "no_such"], "title": "<i>T</i>", "note": "*n* <script>x</script>"})
    assert not app.exception
    shown = html(app)
    assert "<h2>&lt;i&gt;T&lt;/i&gt;</h2>" in shown
    assert "*n* &lt;script&gt;x&lt;/script&gt;" in shown
    assert ":not(.st-key-base):not(.st-key-no_such)" in shown
    assert any("no\\_such" in caption.value for caption in app.caption)
    assert not app.sidebar.select_slider


def test_a_hundred_kilobytes_of_note_are_cut_and_named():
    app = visit("waves", {"note": "x" * 100_000, "keep": "y" * 100_000})
    assert not app.exception
    assert "of 100,000 characters the first 1,000" in app.caption[0].value.replace("\\", "")
    assert len(html(app)) < 60_000


def test_a_step_asked_for_in_another_room_shows_the_way():
    lesson, number = next((lesson, n) for lesson, n in STEPS if lesson.steps[n - 1].address.room != "verified")
    app = visit("verified", {"step": f"{lesson.slug}.{number}"})
    assert not app.exception
    assert any(caption.value == WORDS["Elsewhere"] for caption in app.caption)


def test_the_room_lists_every_lesson_and_its_handout():
    app = visit("lessons", {})
    shown = html(app)
    for lesson in lessons().values():
        assert f"step={lesson.slug}.1" in shown
        assert f'href="{handout.handout_link(lesson)}"' in shown
        assert any(lesson.title in text.value for text in app.main.markdown)


def test_a_handout_holds_every_step():
    lesson = next(iter(lessons().values()))
    app = visit("lessons", {"handout": lesson.slug})
    assert not app.exception
    text = "\n".join(markdown.value for markdown in app.main.markdown)
    for number, step in enumerate(lesson.steps, 1):
        assert f"### {number}. {step.title}\n{step.text}" in text
    assert len(app.get("image")) == len(lesson.steps)


def test_an_unknown_handout_is_the_list():
    assert len(visit("lessons", {"handout": "<b>"}).toggle) == 1


def test_the_reader_of_addresses_knows_every_step():
    assert all(read_lesson_link({"step": [name]}, lessons()).ignored == () for name in NAMED)
