"""The Questions room: every card before and after its answer, whatever the address says; a question in a step."""

import re

import pytest
from streamlit.testing.v1 import AppTest

from core.teach.questions import CARDS
from core.teach.questions.card import Claim, Number
from pages.shared import room_link
from pages.shared.contents import ROOMS
from pages.teach import question_words
from pages.teach.question_words import because, settle_card, words
from pages.teach.question_words import card_words as words_of
from tests.pages.charts import charts
from tests.patterns import page_words, pattern
from tests.support.rooms import text_of, visit
from tests.support.sliders import slider_text, sliders

SLUGS = list(CARDS)
WRONG = {slug: card.asks.least for slug, card in CARDS.items() if isinstance(card.asks, Number)} | {
    "alibi-heads": 2
}


def verdict(kind, guess, answer, **facts):
    return words()(kind, guess=guess, answer=words()(f"Answer: {answer}", **facts))


def guesses(slug):
    """A right and a wrong guess as an address has them."""
    asks, truth = CARDS[slug].asks, settle_card(slug).truth
    if isinstance(asks, Claim):
        return str(truth).lower(), str(not truth).lower()
    if isinstance(asks, Number):
        return f"{round(truth) if asks.whole else truth}", f"{WRONG[slug]}"
    return truth, next(name for name in asks.draw()[1] if name != truth)


def reopened(app, **query):
    for name, value in query.items():
        app.query_params[name] = value
    return app.run()


@pytest.mark.parametrize("slug", SLUGS)
def test_a_card_keeps_its_answer_until_revealed_and_then_judges_either_guess(slug, monkeypatch):
    card, text = CARDS[slug], words_of(slug)
    right, wrong = guesses(slug)
    with monkeypatch.context() as watched:
        watched.setattr(question_words, "settle_card", lambda slug: pytest.fail(f"{slug} is computed too early"))
        app = visit("questions", {"card": slug, "guess": wrong})
    assert not charts(app)
    assert text.claim in text_of(app)
    for guess, verdict in ((wrong, "Not so."), (right, "Right.")):
        reopened(app, guess=guess, revealed="true")
        page = text_of(app)
        assert [f"**{each}**" in page for each in ("Not so.", "Right.")] == [
            verdict == "Not so.",
            verdict == "Right.",
        ]
        assert because(card) in page
        (chart,) = charts(app)
        assert "you: " in str(chart.spec)
        assert not re.search(r"\bnan\b|\binf\b|[{}]|\de-\d|Left out", page + chart.alt)


def test_a_guess_is_made_revealed_scored_and_made_again():
    app = visit("questions", {"card": "swamp"})
    app.get_by_key("guess_swamp").set_value(False).run()
    assert app.button(key="reveal").proto.type == "primary"
    assert app.query_params["guess"] == "false"
    app.button(key="reveal").click().run()
    assert app.query_params["revealed"] == "true"
    assert pattern(words()["Wrong"]).search(text_of(app))
    assert words()("Score", right=0, answered=1) in text_of(app)
    app.button(key="again").click().run()
    assert "guess" not in app.query_params
    assert not charts(app)
    app.get_by_key("guess_swamp").set_value(True).run()
    app.button(key="reveal").click().run()
    assert pattern(words()["Right"]).search(text_of(app))
    assert words()("Score", right=0, answered=1) in text_of(app)  # the first answer counts
    assert "Does position drown the word? ✗" in str(app.get_by_key("questions_here"))
    app.button(key="score_reset").click().run()
    assert not pattern(words()["Score"], answered=1).search(text_of(app))


def test_a_number_and_a_shape_go_into_the_address():
    app = visit("questions", {"card": "always-falls"})
    app.number_input(key="guess_always-falls").set_value(60).run()
    assert app.query_params["guess"] == "60"
    app.button(key="reveal").click().run()
    assert verdict("Right", "60 tokens", "number", truth="44 tokens") in text_of(app)
    app = visit("questions", {"card": "decoder"})
    app.get_by_key("guess_decoder").set_value("stays at 1").run()
    assert app.query_params["guess"] == "stays at 1"
    app.button(key="reveal").click().run()
    answer = words()("Answer: shape", truth="falls as 1/t")
    assert answer in text_of(app)


def test_without_a_guess_the_answer_is_shown_and_nothing_scored():
    app = visit("questions", {"card": "swamp"})
    assert app.button(key="reveal").proto.type == "tertiary"  # less loud than the answers
    app.button(key="reveal").click().run()
    assert words()["Answer: true"] in text_of(app)
    assert "You said" not in text_of(app)
    assert " right**" not in text_of(app)


def test_a_link_to_an_answer_scores_nothing():
    assert " right**" not in text_of(visit("questions", {"card": "swamp", "guess": "true", "revealed": "true"}))


def test_pages_turn_and_leave_guess_and_answer_behind():
    app = visit("questions", {"card": "swamp", "guess": "true", "revealed": "true"})
    app.button(key="on").click().run()
    assert dict(app.query_params) == {"card": "sine-alone"}
    app.button(key="back").click().run().button(key="back").click().run()
    assert app.query_params["card"] == "first-dims"
    assert visit("questions", {}).button(key="back").disabled
    assert visit("questions", {"card": SLUGS[-1]}).button(key="on").disabled


def test_a_missed_question_comes_back_after_three_others():
    app = visit("questions", {"card": "swamp"})
    for slug in SLUGS[SLUGS.index("swamp") :][:4]:
        assert app.query_params["card"] == slug  # not sooner
        assert words()["Missed"] not in text_of(app)
        reopened(app, card=slug, guess=guesses(slug)[slug == "swamp"])
        app.button(key="reveal").click().run()
        app.button(key="on").click().run()
    left = SLUGS[SLUGS.index("swamp") + 4]
    assert (app.query_params["card"], app.query_params["then"]) == ("swamp", left)
    assert words()["Missed"] in text_of(app)
    reopened(app, guess=guesses("swamp")[0])
    app.button(key="reveal").click().run()
    app.button(key="on").click().run()
    assert dict(app.query_params) == {"card": left}


def test_any_question_is_two_clicks_away():
    offered = []
    for section in visit("questions", {}).get_by_key("questions_section").options:
        app = visit("questions", {})
        app.get_by_key("questions_section").set_value(section).run()
        offered += app.get_by_key("questions_here").options
    assert sorted(offered) == sorted(words_of(slug).name for slug in SLUGS)
    app = visit("questions", {"card": "precision"})
    app.get_by_key("questions_here").set_value("squeeze").run()
    assert app.query_params["card"] == "squeeze"
    assert "57.3°" in text_of(app)


def test_the_class_sees_the_question_alone():
    app = visit("questions", {"card": "swamp", "class_view": "true", "guess": "false"})
    page = text_of(app)
    assert f"# {words_of('swamp').claim}" in page
    assert [button.key for button in app.main.button] == ["reveal", "back", "on"]
    assert is_for_projector(app)
    assert not app.main.get("button_group")
    assert "Common mistake" not in page
    assert not charts(app)
    app.button(key="reveal").click().run()
    assert len(charts(app)) == 1
    assert "questions_answered" not in app.session_state
    app.toggle(key="class_view_asked").set_value(False).run()
    assert app.title[0].value == "Questions"
    assert not is_for_projector(app)


def test_the_room_behind_a_question_keeps_the_type_and_has_a_way_back():
    app = visit("questions", {"card": "squeeze", "class_view": "true", "revealed": "true"})
    app.button(key="door_squeeze").click().run()
    app = visit("stretch", {"projector": "true", "question": "squeeze"})
    assert is_for_projector(app)
    page = "".join(element.proto.body for element in app.get("html"))
    assert 'href="questions?card=squeeze&amp;class_view=true&amp;revealed=true"' in page


def is_for_projector(app):
    """Whether the page's style is the one without header and sidebar."""
    return any("font-size: 20px" in element.proto.body for element in app.get("html"))


HOSTILE = {
    "unknown card": ({"card": "no-such"}, ["card=“no\\-such”"]),
    "nan": ({"card": "unique", "guess": "nan"}, ["guess=“nan”"]),
    "overflow": ({"card": "squeeze", "guess": "1e39", "revealed": "true"}, ["guess=“1e39”"]),
    "markup": ({"card": "<script>", "guess": "<b>"}, ["card=“\\<script\\>”", "guess=“\\<b\\>”"]),
    "long": ({"card": "x" * 100_000, "guess": "9" * 100_000}, ["card=“" + "x" * 40 + "…”", "guess\\="]),
    "switches": ({"revealed": "yes", "class_view": "on"}, ["revealed=“yes”", "class_view=“on”"]),
}


@pytest.mark.parametrize(("query", "names"), HOSTILE.values(), ids=HOSTILE)
def test_what_no_address_may_say_is_named_and_left_out(query, names):
    app = visit("questions", query)
    notice = " ".join(caption.value for caption in app.main.caption if caption.value.startswith("Left out"))
    assert all(name in notice for name in names)
    assert len(notice) < 250


def test_take_it_with_you_leads_to_the_room_that_has_the_code():
    app = visit("questions", {"card": "squeeze", "revealed": "true"})
    app.session_state["take_away"] = "Code"
    app.run()
    offered = page_words("take_away/offer")
    assert app.button(key="take_away_room").label == offered("Elsewhere", room=ROOMS["stretch"].title)
    assert [code.value[:5] for code in app.main.code] == ["@misc"]


def value_of(app, name):
    """Value that a room has read under a name of its address, as text."""
    if name in sliders(app):
        known = slider_text(app, name)
    else:
        known = app.session_state[name] if name in app.session_state else app.query_params.get(name)
    return tuple(map(str, known)) if isinstance(known, list | tuple) else (str(known),)


def title(stem):
    return page_words(stem)["Title"]


@pytest.mark.parametrize("slug", SLUGS)
def test_a_card_s_address_opens_its_room_with_its_settings(slug):
    address = CARDS[slug].address
    record = ROOMS[address.room]
    assert address.settings.keys() <= {*record.settings, *record.address}
    app = visit(address.room, address.settings)
    assert app.title[0].value == title(address.room)
    assert {name: value_of(app, name) for name in address.settings} == dict(address.settings)


def test_the_door_of_a_card_sets_the_sliders(monkeypatch):
    opened = []
    monkeypatch.setattr(room_link, "open_room", lambda page, query: opened.append((page.url_path, dict(query))))
    monkeypatch.setattr("streamlit.button", lambda *_, key, **__: key == "door_unique")  # as pressed
    visit("questions", {"card": "unique", "revealed": "true", "length": "1024", "base": "500"})
    assert opened == [("similarity", {"length": ("4096",)})]


# ---- A question in a lesson's step.


def question_page(slug):
    def step(slug):
        from pages.teach.question_form import ask

        ask(slug, key="lesson_question")

    return AppTest.from_function(step, args=(slug,)).run()


def test_a_step_asks_checks_and_explains_without_a_picture():
    app = question_page("always-falls")
    assert not app.exception
    assert app.button(key="lesson_question_check").proto.type == "secondary"  # nothing to check yet
    app.button(key="lesson_question_check").click().run()
    assert page_words("questions")["Check: nothing"] in text_of(app)
    app.number_input(key="lesson_question_guess").set_value(5).run()
    assert app.button(key="lesson_question_check").proto.type == "primary"
    app.button(key="lesson_question_check").click().run()
    assert verdict("Wrong", "5 tokens", "number", truth="44 tokens") in text_of(app)
    assert because(CARDS["always-falls"]) in text_of(app)
    assert not charts(app)
    app.button(key="lesson_question_again").click().run()
    assert "Not so" not in text_of(app)
    app.number_input(key="lesson_question_guess").set_value(50).run()
    assert "Not so" not in text_of(app)  # a new guess is not checked yet
    app.button(key="lesson_question_check").click().run()
    assert pattern(words()["Right"]).search(text_of(app))
    assert "lesson_question_again" not in [button.key for button in app.button]


@pytest.mark.parametrize("slug", ["swamp", "direction", "unique"])
def test_a_step_asks_all_kinds(slug):
    app = question_page(slug)
    assert not app.exception
    guess = settle_card(slug).truth
    app.get_by_key("lesson_question_guess").set_value(guess).run()
    app.button(key="lesson_question_check").click().run()
    assert pattern(words()["Right"]).search(text_of(app))


# ---- The words.


@pytest.mark.parametrize("slug", SLUGS)
def test_a_card_has_all_its_words(slug):
    card, text = CARDS[slug], words_of(slug)
    assert text.name.endswith("?")
    assert "\n" not in text.claim + text.ask  # they are headings in front of a class
    assert text.claim.startswith("“")
    assert text.claim.endswith("”")
    assert bool(text.ask) == (not isinstance(card.asks, Claim))
    fields = set(re.findall(r"{(\w+)", words()[slug]))
    assert fields
    assert fields <= set(settle_card(slug).facts)
