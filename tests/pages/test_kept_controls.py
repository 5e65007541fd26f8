"""No two widgets share a key: every view of every room, with every control kept, and in a lesson's step."""

import pytest

from core.inputs.settings import PARAMETERS
from core.teach.lesson import lessons
from core.teach.own_step import MOST_KEPT
from pages.shared.contents import ROOMS
from tests.pages.test_rooms import visit
from tests.pages.views import VIEWS

STEP = f"{next(iter(lessons()))}.1"
EVERY = [(stem, place) for stem in ROOMS for place, _ in enumerate(VIEWS.get(stem, [{}])[:12])]  # not each question


def controls(stem):
    return sorted({*ROOMS[stem].address, *(parameter.name for parameter in PARAMETERS)})


def groups(names):
    return [names[start : start + MOST_KEPT] for start in range(0, len(names), MOST_KEPT)]


@pytest.mark.parametrize(("stem", "place"), EVERY)
def test_a_view_opens_with_controls_kept_and_in_a_step(stem, place):
    view = VIEWS.get(stem, [{}])[place]
    asked = [{**view, "keep": list(names)} for names in groups(controls(stem))]
    for link in [*asked, {**view, "step": STEP}]:
        app = visit(stem, link, seconds=120)
        assert not app.exception, (link, app.exception[0].message)
