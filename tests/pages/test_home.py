"""What Home says, and that it stays light."""

import gzip
import json
import re
import subprocess
import sys
from html import unescape

import numpy as np
import pytest

from core.frequencies import inverse_frequencies
from core.words.orders import FIRST_SENTENCE, every_order
from pages.shared import contents
from pages.shared.words import read
from tests.house import ROOT
from tests.pages.test_rooms import visit

WORDS = read(ROOT / "pages/home.md")
ROOMS = [stem for rooms in contents.SECTIONS.values() for stem in rooms if stem != "home"]


def html(app, mark):
    (found,) = (element.proto.body for element in app.get("html") if mark in element.proto.body)
    return found


def given(app):
    """What the component is given."""
    return json.loads(unescape(re.search('data-given="([^"]*)"', html(app, 'class="orders"'))[1]))


@pytest.mark.parametrize("stem", ROOMS)
def test_every_room_has_a_card_with_its_question(stem):
    assert stem in WORDS, f"home.md needs a card: ## {stem} and a question"
    assert WORDS[stem].endswith("?")


def test_cards_stand_in_the_order_of_the_rooms_below_three_ways_in():
    links = re.findall('<a href="([^"]*)"', html(visit("home", {}), 'class="ways"'))
    assert [link.partition("?")[0] for link in links] == ["./", "questions", "model", *ROOMS]


def test_a_card_keeps_the_settings_and_nothing_else_of_the_address():
    links = html(visit("home", {"base": "500", "order": "<b>"}), 'class="ways"')
    assert 'href="matrix?base=500"' in links
    assert "order=" not in links


def test_every_number_on_the_screen_comes_from_core_in_few_bytes():
    app = visit("home", {})
    data, every = given(app), every_order(512)
    assert data["words"] == list(FIRST_SENTENCE)
    assert [[int(place) for place in order] for order in data["orders"].split()] == every.orders.tolist()
    assert data["without"] == 0
    np.testing.assert_allclose(np.reshape(data["hundredths"], (-1, 6)) / 100, every.with_position, atol=0.005001)
    assert len(gzip.compress(html(app, 'class="orders"').encode(), 6)) < 12_000


def test_the_hands_of_a_clock_are_pairs_and_all_three_are_seen_to_move():
    turned = np.degrees(given(visit("home", {}))["frequencies"]) * (len(FIRST_SENTENCE) - 1)
    assert set(np.radians(turned) / 5) <= set(inverse_frequencies(512))
    assert np.all(np.diff(turned) < 0)
    assert 45 < turned[-1] < turned[0] < 360


@pytest.mark.parametrize("query", [{"d_model": "1"}, {"base": "2", "scale": "64"}])
def test_home_shows_the_same_at_any_settings_and_has_no_sidebar(query):
    assert given(visit("home", query)) == given(visit("home", {}))
    assert not visit("home", query).sidebar.children


def test_home_loads_no_plotly():  # nor does any module that the frame brings along
    script = (
        "import sys; from streamlit.testing.v1 import AppTest;"
        "[sys.modules.pop(name) for name in list(sys.modules) if name.startswith('plotly')];"  # AppTest's own
        "app = AppTest.from_file('app.py', default_timeout=30).run();"
        f"assert app.title[0].value == {WORDS['Title']!r}, app.title;"
        "assert not app.get('plotly_chart');"
        "sys.exit('plotly' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
