"""Goals of the measurements in Chromium."""

import pytest

from bench import browser
from bench.browser import Change, Load, Measured, Size, Visit


def change(picture, anew=0):
    return Change(picture=picture, anything=picture, anew=anew, answered=1.0, received=1, sent=1, messages=1)


def room(name, *pictures, anew=0, zoom=None, frames=None, told=None, loaded=1_000_000):
    changes = tuple(change(time, anew) for time in pictures)
    return Visit(name, Load(loaded, loaded // 2, 1000.0), "base", changes, zoom, frames, told)


def goals(*visits, sizes=()):
    found = browser.goals(Measured("Chromium", room("imshow", 200), visits, sizes))
    return {goal.what.split(",")[0].split(" /")[0]: goal for goal in found}


def test_each_room_is_judged_by_its_median_and_the_slowest_is_named():
    found = goals(room("matrix", 50, 55, 500), room("waves", 80, 90, 95), room("rope", 120, 130, 90))
    assert found["Matrix painted after a slider"].value == 55
    assert found["slowest other room"].value == 120
    assert "rope" in found["slowest other room"].what
    assert found["rooms of 2 where that takes longer than 100 ms"].value == 1


def test_a_room_whose_slider_alters_no_picture_is_not_judged_by_its_words():
    words = Visit("home", Load(4_000_000, 1_000_000, 1.0), "base", (change(None),), None, None, None)
    found = goals(words)
    assert set(found) == {"first load of Home", "first load of Home with gzip"}
    assert [goal.missed for goal in found.values()] == [True, False]


def test_charts_put_up_anew_and_lost_zooms_are_counted():
    found = goals(room("shift", 50, anew=1, zoom="lost"), room("compare", 50, zoom="kept"))
    assert found["rooms where a chart is created again after a slider"].value == 1
    assert found["rooms of 2 that lose the zoom"].value == 1


def test_motion_is_judged_by_the_slowest_room_and_by_every_message():
    found = goals(room("clocks", 50, frames=60.0, told=0), room("rope", 50, frames=58.0, told=2))
    assert found["frames a second where one plays"].value == 58
    assert found["frames a second where one plays"].missed
    assert found["messages to the server while playing"].value == 2


def test_the_largest_table_is_judged_by_the_default_one():
    found = goals(sizes=(Size("128 × 512", [40, 50, 60], 200.0), Size("large", [70, 80, 90], 280.0)))
    assert found["Matrix painted at large"].value == pytest.approx(1.6)
    assert found["Matrix painted at large"].missed
    assert found["server's peak memory at the larger size beyond that at the other"].value == pytest.approx(80)


@pytest.mark.parametrize(
    ("after", "expected"), [([2, 8, 0, 5], True), ([2, 8, 1, 9], True), ([2, 7, 0, 5], False), ([0, 10], False)]
)
def test_a_zoom_is_kept_where_the_ends_that_were_moved_stay(after, expected):
    assert browser.kept([0, 10, 0, 5], [2, 8, 0, 5], after) is expected
