"""Whatever an address says, the room opens; addresses in circulation lead to their pictures."""

from dataclasses import replace
from urllib.parse import parse_qs

import pytest

from components.kit import run_record
from pages.shared import contents, room, settings
from pages.shared.contents import ROOMS
from tests.house import ROOT
from tests.patterns import page_words, pattern
from tests.support.rooms import visit
from tests.support.sliders import slider_text

KNOWN = (ROOT / "tests/pages/known_addresses.txt").read_text("utf-8").splitlines()  # of every view and step
OVERFLOW = pattern(page_words("teach/lesson_frame")["Overflow"])


def too_large(app):
    """Captions that name numbers left out, without the escapes of Markdown."""
    return [text for caption in app.caption if OVERFLOW.search(text := caption.value.replace("\\", ""))]


@pytest.mark.parametrize("stem", ["clocks", "questions", "home"])
def test_a_number_too_large_to_compute_with_is_left_out_and_named_once(stem):
    app = visit(stem, {"position": "1e400", "guess": "-1e999", "note": "of mine"})
    notices = too_large(app)
    assert len(notices) == 1
    assert "position" in notices[0]
    assert "guess" in notices[0]
    app.run()
    assert not too_large(app)


def test_a_link_with_a_former_name_of_a_setting_still_works(monkeypatch):
    renamed = [replace(each, formerly=("theta",) if each.name == "base" else ()) for each in settings.PARAMETERS]
    monkeypatch.setattr(settings, "PARAMETERS", tuple(renamed))
    app = visit("clocks", {"theta": "1000", "d_model": "64"})
    assert slider_text(app, "base") == "1000"
    assert app.query_params == {"base": "1000", "d_model": "64"}


LINK = {"length": "64", "scheme": "T5", "projector": "true"}
ELSEWHERE = {name: value for name, value in LINK.items() if name != "scheme"}  # which NoPE and Compare do not have


@pytest.mark.parametrize(
    ("place", "stem", "query"),
    [
        ("Bias", "biases", LINK),
        ("Softmax mass", "biases", LINK | {"bias_view": "Softmax mass"}),
        ("nope:Counting", "nope", ELSEWHERE),
        ("compare:Timeline", "compare", ELSEWHERE | {"compare_view": "Timeline"}),
        ("clocks:", "clocks", ELSEWHERE),
    ],
)
def test_a_link_with_a_former_name_of_a_view_leads_to_the_view_in_its_place(place, stem, query, monkeypatch):
    views = ROOMS["biases"].views._replace(formerly={"Gone": place})
    monkeypatch.setitem(ROOMS, "biases", replace(ROOMS["biases"], views=views))
    app = visit("biases", LINK | {"bias_view": "Gone"})
    assert app.query_params == query
    assert app.title[0].value == page_words(stem)["Title"]


def test_former_names_of_views_lead_to_views():
    choices = [(stem, record.views) for stem, record in ROOMS.items() if record.views]
    for stem, name, place in [(stem, *pair) for stem, views in choices for pair in views.formerly.items()]:
        new_stem, _, view = place.rpartition(":")
        views = ROOMS[new_stem or stem].views
        assert name not in ROOMS[stem].views.every
        assert view in (views.every if views else ("",))


def test_the_menu_has_few_rooms():
    assert sum(map(contents.is_in_menu, contents.ROOMS)) <= 18


@pytest.mark.parametrize("line", KNOWN)
def test_an_address_in_circulation_leads_to_its_picture(line, monkeypatch):
    address, key = line.split(" ")
    records, end = [], run_record.end

    def record():
        records.append(end())
        return records[-1]

    monkeypatch.setattr(room.run_record, "end", record)
    stem, _, query = address.partition("?")
    parameters = {name: values if len(values) > 1 else values[0] for name, values in parse_qs(query).items()}
    visit(stem, parameters)
    assert key in {*records[-1].pictures, *records[-1].tables}
