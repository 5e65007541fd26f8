"""Whatever an address says of any widget or component of any room, the room opens."""

import pytest

from pages.shared import views
from pages.shared.words import read
from tests.house import ROOT
from tests.pages.test_rooms import ROOMS, visit
from tests.pages.views import VIEWS
from tests.said import written

OVERFLOW = written(read(ROOT / "pages/teach/lesson_frame.md")["Overflow"])


def too_large(app):
    """Captions that name numbers left out, without the escapes of Markdown."""
    return [text for caption in app.caption if OVERFLOW.search(text := caption.value.replace("\\", ""))]


@pytest.mark.parametrize("stem", ["clocks", "questions", "home"])
def test_a_number_too_large_to_compute_with_is_left_out_and_named_once(stem):
    app = visit(stem, {"position": "1e400", "guess": "-1e999", "note": "of mine"})
    told = too_large(app)
    assert len(told) == 1
    assert "position" in told[0]
    assert "guess" in told[0]
    app.run()
    assert not too_large(app)


def test_no_two_rooms_share_a_bound_name(monkeypatch):  # what one room sets would follow the reader into the other
    owners = {}
    monkeypatch.setattr(views, "declared", lambda name: owners.setdefault(name, set()).add(room) or name)
    for room in ROOMS:
        for view in VIEWS.get(room, [{}]):
            assert not visit(room, view).exception
    assert {"schemes", "head_dim", "rules"} <= owners.keys()
    assert {name: rooms for name, rooms in owners.items() if len(rooms) > 1} == {}
