"""Whatever an address says of any widget or component of any room, the room opens."""

import re
from collections import Counter

import pytest

from pages.shared import contents
from tests.house import ROOT
from tests.pages.test_rooms import visit

ROOMS = [stem for rooms in contents.SECTIONS.values() for stem in rooms]
HOSTILE = ("", "1e400", "-9e99", "nan", "<b>", "0;DROP", "9" * 400)
NAMES = re.compile(r'key="(\w+)"|address\.(?:whole|number)\(\s*"(\w+)"')


def named(stem):
    """Names that a room may read from its address, and some that are no one's."""
    source = (ROOT / "pages" / f"{stem}.py").read_text("utf-8")
    return {name for pair in NAMES.findall(source) for name in pair if name}


def bound(stem):
    """Keys of widgets that the address sets."""
    source = (ROOT / "pages" / f"{stem}.py").read_text("utf-8")
    calls = re.findall(r'key="(\w+)",\s*bind=|bind="query-params",[^)]*key="(\w+)"', source)
    return {name for pair in calls for name in pair if name}


@pytest.mark.parametrize("value", HOSTILE, ids=["empty", "overflow", "far", "nan", "markup", "words", "long"])
@pytest.mark.parametrize("stem", ROOMS)
def test_a_room_opens_whatever_its_address_says(stem, value):
    names = named(stem)
    app = visit(stem, dict.fromkeys(names, value))
    assert not app.exception
    assert app.title


@pytest.mark.parametrize("stem", ["clocks", "questions", "home"])
def test_a_number_too_large_to_compute_with_is_left_out_and_named_once(stem):
    app = visit(stem, {"position": "1e400", "guess": "-1e999", "note": "of mine"})
    told = [caption.value for caption in app.caption if "larger than any number" in caption.value]
    assert len(told) == 1
    assert "position" in told[0]
    assert "guess" in told[0]
    app.run()
    assert not [caption for caption in app.caption if "larger than any number" in caption.value]


def test_no_two_rooms_share_a_bound_name():  # what one room sets would follow the reader into the other
    owners = Counter(name for stem in ROOMS for name in bound(stem))
    assert owners
    assert [name for name, count in owners.items() if count > 1] == []
