"""What Home says, and that it stays light."""

import gzip
import json
import re
import subprocess
import sys
from html import unescape

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from components.kit import run_record
from core.frequencies import inverse_frequencies
from core.teach.lesson import lessons
from core.teach.questions import CARDS
from core.words.minilm.order_likeness import likeness_of_orders
from core.words.orders import FIRST_SENTENCE, compare_orders, every_order, partners
from pages.shared import contents, finder
from pages.shared.card import _PICTURES
from pages.shared.glossary import terms
from pages.shared.verbatim import markdown
from tests.house import ROOT
from tests.patterns import page_words
from tests.support.rooms import visit

WORDS = page_words("home")
ROOMS = [stem for rooms in contents.SECTIONS.values() for stem in rooms if stem != "home"]


def html(app, mark):
    (body,) = (element.proto.body for element in app.get("html") if mark in element.proto.body)
    return body


def values_of(app):
    """The values that the component receives."""
    return json.loads(unescape(re.search("data-given='([^']*)'", html(app, 'class="orders"'))[1]))


@pytest.mark.parametrize("stem", ROOMS)
def test_every_room_has_a_card_with_its_question_and_its_drawing(stem):
    words = page_words(stem)
    assert words.get("Card: question", "").endswith("?"), f"pages/{stem}.md needs a section '## Card: question'"
    assert (stem in _PICTURES) != ("Card: drawing" in words), (
        f"pages/{stem}.md needs a section '## Card: drawing' with SVG paths on 72 × 44 pixels, "
        "or pages/shared/card.py a function that draws numbers"
    )


def test_three_ways_in_and_the_six_questions_asked_most():
    own, *links = re.findall('<a href="([^"]*)"', html(visit("home", {}), 'class="ways"'))
    addresses = ["shift", "waves?view=Wavelengths", "learned", "rope", "stretch", "compare"]
    assert own == contents.address("learned", {"table": "own"})  # where one's own table is asked for
    assert [link.partition("?")[0] for link in links[:3]] == ["./", "./", "model"]
    assert links[2] == contents.address("model", {"model": contents.YOUR_CONFIG})  # with the field to paste into
    assert links[3:] == addresses


def test_all_rooms_are_listed_in_their_order_once_asked_for():
    app = visit("home", {})
    assert not [element for element in app.get("html") if 'class="list"' in element.proto.body]
    app.session_state["all_rooms"] = True
    links = re.findall('<a href="([^"]*)"', html(app.run(), 'class="list"'))
    assert links == ROOMS


def test_what_people_ask_leads_to_rooms_with_settings_that_they_know():
    places = finder._places()
    asked = {label: place for label, place in places.items() if label in finder.read(finder._WORDS).under("Asked")}
    assert asked
    for stem, query in asked.values():
        room = contents.ROOMS[stem]
        assert {*query} - {"step"} <= {*room.address}
        for name, value in plain(query).items():
            assert room.views is None or name != room.views.parameter or value in room.views.every


OWN = ("learned", {"table": "own"})
SEARCHES = {  # what people typed, and the place that is meant
    "is my positional encoding right": OWN,
    "is positional encoding correct": OWN,
    "identify": OWN,
    "degrees": OWN,
    "transposed": OWN,
    "check my encoding": OWN,
    "my encoding": OWN,
    "own table": OWN,
    "wrong table": OWN,
    "wrong": OWN,
    "wrong shape": OWN,
    "npy": OWN,
    "np.sin": OWN,
    "exponent": OWN,
    "2i/d": OWN,
    "position starts at 1": OWN,
    "freqs_cis": OWN,
    "padding": ("real_model", {"step": "positions.3"}),
    "left padding": ("real_model", {"step": "positions.3"}),
    "position_ids": ("real_model", {"step": "positions.3"}),
    "packing": ("real_model", {"step": "positions.4"}),
    "KV cache": ("real_model", {"step": "positions.5"}),
    "cache": ("real_model", {"step": "positions.5"}),
    "BERT": ("real_model", {"step": "positions.6"}),
    "concatenated": ("matrix", {}),
    "interleaved": ("matrix", {}),
    "sin cos concat": ("matrix", {}),
    "odd d_model": ("questions", {"card": "odd-column"}),
    "batch_first": ("questions", {"card": "batch-first"}),
    "index out of range": ("learned", {"learned_view": "Table"}),
    "512": ("learned", {"learned_view": "Table"}),
    "learned": ("learned", {"learned_view": "Clocks"}),
    "√d_model": ("sentence", {}),
    "sqrt(d_model)": ("sentence", {}),
    "scaling the embedding": ("sentence", {}),
    "why add": ("concatenate", {}),
    "unique": ("questions", {"card": "unique"}),
    "base 10000": ("waves", {"view": "Wavelengths"}),
    "base": ("waves", {"view": "Wavelengths"}),
    "rotate_half": ("rope", {"rotary_view": "Layouts"}),
    "RoPE layout": ("rope", {"rotary_view": "Layouts"}),
    "repeat_interleave": ("rope", {"rotary_view": "Layouts"}),
    "permute": ("rope", {"rotary_view": "Layouts"}),
    "GPT-NeoX": ("rope", {"rotary_view": "Layouts"}),
    "float16": ("precision", {}),
    "precision": ("precision", {}),
    "ALiBi slopes": ("biases", {"scheme": "ALiBi"}),
    "number of heads": ("biases", {"scheme": "ALiBi"}),
    "T5 bucket": ("biases", {"scheme": "T5"}),
    "order": ("questions", {"card": "column-order"}),
}


@pytest.mark.parametrize("text", SEARCHES)
def test_the_words_of_people_who_ask_lead_where_they_are_answered(text):
    stem, query = SEARCHES[text]
    places = [finder._places()[label] for label in finder.found(text)[:3]]
    assert places
    assert any(place[0] == stem and query.items() <= plain(place[1]).items() for place in places), places
    backwards = finder.found(" ".join(reversed(text.upper().split())))
    assert set(backwards) == set(finder.found(text))  # in any order, in any case


def plain(query):
    return {name: values if isinstance(values, str) else values[-1] for name, values in query.items()}


def test_50_searches_were_tried_and_none_ends_where_letters_alone_agree():
    assert len(SEARCHES) == 50
    for text in SEARCHES:
        for label in finder.found(text):
            words = finder._words(label)
            asked = [
                word
                for word in finder._words(text)
                if word not in finder.read(finder._WORDS)["Passed over"].split()
            ]
            assert all(any(each.startswith(word) for each in words) for word in asked)


@pytest.mark.parametrize("text", ["zebra", "rope zebra", "", "   ", "\N{WHITE SMILING FACE}" * 1000, "<b>", "((("])
def test_what_is_nowhere_is_not_found(text):
    assert finder.found(text) == []


def test_the_finder_lists_what_it_found_and_says_when_it_has_nothing():
    links = re.findall('<a href="([^"]*)"', html(typed("layout rope"), "found"))
    assert links[0] == "rope?base=500&amp;rotary_view=Layouts"
    nothing = finder.read(finder._WORDS)("Nothing", text=markdown("<b>zebra</b>"))
    assert nothing in [each.value for each in typed("<b>zebra</b>").markdown]


def typed(text):
    """The finder after a text was entered that is no choice of its list."""
    app = AppTest.from_string("from pages.shared.finder import finder\n\nfinder()")
    app.query_params["base"] = "500"
    app.session_state["find"] = text
    return app.run()


def test_the_finder_knows_every_room_view_and_most_terms():
    places = finder._places()
    targets = {(stem, *plain(query).values()) for stem, query in places.values()}
    assert {*ROOMS} <= {stem for stem, *_ in targets}  # a room whose question names one of its views leads there
    assert {
        (stem, view) for stem in ROOMS if (views := contents.ROOMS[stem].views) for view in views.every
    } <= targets
    names = {place.split(" · ")[0] for place in places}
    assert {lesson.title for lesson in lessons().values()} <= names
    assert {rest[0] for stem, *rest in targets if stem == "questions" and rest} == {*CARDS}
    assert len(names & {term.name for term in terms().values()}) > 0.8 * len({*terms().values()})


def test_a_card_keeps_the_settings_and_nothing_else_of_the_address():
    links = html(visit("home", {"base": "500", "order": "<b>"}), 'class="ways"')
    assert 'href="rope?base=500"' in links
    assert "order=" not in links


def test_every_number_on_the_screen_comes_from_core_in_few_bytes():
    app = visit("home", {})
    data, every = values_of(app), every_order(512)
    assert data["words"] == list(FIRST_SENTENCE)
    assert [[int(place) for place in order] for order in data["orders"].split()] == every.orders.tolist()
    assert data["without"] == 0
    masked = every_order(512, causal=True)
    expected = {"position": every.with_position, "mask": masked.without_position, "both": masked.with_position}
    assert data["hundredths"].keys() == expected.keys()
    for name, differences in expected.items():
        np.testing.assert_allclose(np.reshape(data["hundredths"][name], (-1, 6)) / 100, differences, atol=0.005001)
    real = likeness_of_orders()
    np.testing.assert_allclose(np.array(data["thousandths"]) / 1000, real.with_positions, atol=5.1e-4)
    assert data["alike"] == 1
    assert (real.without_positions == data["alike"]).all()
    assert len(gzip.compress(html(app, 'class="orders"').encode(), 6)) < 15_000


def test_a_step_of_a_lesson_is_about_one_head_and_leaves_the_real_model_out():
    data = values_of(visit("home", {"step": "order.1"}))
    assert data["thousandths"] == []
    assert [*data["hundredths"]] == ["position"]
    assert [data["texts"][name] for name in ("same", "without", "with")] == [""] * 3  # they answer what it asks


@pytest.mark.parametrize(
    ("query", "second", "causal"),
    [
        ({"order": "mat-cat-sat-on-the-the", "mask": "on"}, "mat cat sat on the the", True),
        ({"order": "mat-cat-sat-on-the", "mask": "<b>"}, "the mat sat on the cat", False),  # not those words
        ({"step": "order.1", "mask": "on"}, "the mat sat on the cat", False),  # whose picture has no mask
    ],
)
def test_data_and_code_are_of_the_order_and_the_mask_in_the_address(query, second, causal):
    with run_record.all_runs() as records:
        visit("home", query)
    code, frame = records[-1].codes["two_orders"], pd.DataFrame(records[-1].tables["two_orders"]())
    assert code.values["second"] == second
    assert code.values["causal"] == causal
    assert list(frame["position in 2"]) == list(partners(FIRST_SENTENCE, second.split()))
    expected = compare_orders(512, second=second.split(), causal=causal).without_position.second
    np.testing.assert_array_equal(frame.filter(like="without, ").filter(like="sentence 2"), expected)


def test_the_hands_of_a_clock_are_pairs_and_all_three_are_seen_to_move():
    turned = np.degrees(values_of(visit("home", {}))["frequencies"]) * (len(FIRST_SENTENCE) - 1)
    assert set(np.radians(turned) / 5) <= set(inverse_frequencies(512))
    assert np.all(np.diff(turned) < 0)
    assert 45 < turned[-1] < turned[0] < 360


def test_home_shows_the_same_at_any_settings_and_has_no_sidebar():
    app = visit("home", {"d_model": "1", "base": "2", "scale": "64"})
    assert values_of(app) == values_of(visit("home", {}))
    assert not app.sidebar.children


def test_home_loads_no_plotly():  # nor does any module that the frame brings along
    script = (
        "import sys; from streamlit.testing.v1 import AppTest;"
        "[sys.modules.pop(name) for name in list(sys.modules) if name.startswith('plotly')];"  # AppTest's own
        "app = AppTest.from_file('app.py', default_timeout=30).run();"
        f"assert app.title[0].value == {WORDS['Title']!r}, app.title;"
        "assert not app.get('plotly_chart');"
        "sys.exit('plotly' in sys.modules)"
    )
    outcome = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert outcome.returncode == 0, outcome.stderr
