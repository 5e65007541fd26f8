"""What Home says, and that it stays light."""

import subprocess
import sys

import pytest

from pages.shared import contents
from pages.shared.words import read
from tests.house import ROOT
from tests.pages.test_rooms import visit

WORDS = read(ROOT / "pages/home.md")
ROOMS = [stem for rooms in contents.SECTIONS.values() for stem in rooms if stem != "home"]


@pytest.mark.parametrize("stem", ROOMS)
def test_every_room_has_a_door_with_its_question(stem):
    assert stem in WORDS, f"home.md needs a door: ## {stem}, a question, an empty line, a clause"
    question, clause = WORDS[stem].split("\n\n")
    assert question.endswith("?")
    assert clause.endswith(".")


def test_doors_stand_in_the_order_of_the_rooms():
    app = visit("home", {})
    assert [link.proto.page for link in app.get("page_link")] == [stem for stem in ROOMS if stem in WORDS]


@pytest.mark.parametrize("d_model", ["1", "3", "512", "16384"])
@pytest.mark.parametrize("scale", ["1", "64"])
def test_without_position_there_is_no_difference_and_with_position_there_is(d_model, scale):
    app = visit("home", {"d_model": d_model, "scale": scale})
    headings = [text.value.removeprefix("##### ") for text in app.main.markdown]
    assert WORDS("Unplaced", largest=0) in headings
    (placed,) = (heading for heading in headings if heading.startswith(WORDS("Placed", largest="")))
    assert float(placed.removeprefix(WORDS("Placed", largest=""))) > 0


def test_the_two_orders_name_every_word():
    app = visit("home", {})
    first, second = (html.proto.body for html in app.get("html") if "<table" in html.proto.body)
    assert first.count('scope="row"') == second.count('scope="row"') == 6
    assert first.count(">0</td>") == 6
    assert second.count(">0</td>") == 0


def test_home_loads_no_plotly():  # nor does any module that the frame brings along
    script = (
        "import sys; from streamlit.testing.v1 import AppTest;"
        "[sys.modules.pop(name) for name in list(sys.modules) if name.startswith('plotly')];"  # AppTest's own
        "app = AppTest.from_file('app.py', default_timeout=30).run();"
        "assert app.title[0].value == 'Clockface', app.title;"
        "assert not app.get('plotly_chart');"
        "sys.exit('plotly' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
