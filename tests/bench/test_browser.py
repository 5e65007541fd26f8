"""Goals of the measurements in Chromium."""

import pytest

from bench import browser
from bench.browser import Change, Load, Measured, Size, Visit


def change(picture, anew=0):
    return Change(picture=picture, anything=picture, anew=anew, answered=1.0, received=1, sent=1, messages=1)


def room(name, *times, anew=0, pictures=1, entered=None, zoom=None, frames=None, told=None, loaded=1_000_000):
    changes = tuple(change(time, anew) for time in times)
    return Visit(name, Load(loaded, loaded // 2, 1000.0), pictures, entered, "base", changes, zoom, frames, told)


def goals(*visits, sizes=()):
    found = browser.goals(Measured("Chromium", room("imshow", 200), visits, sizes))
    return {goal.what.partition(", ")[0].partition(" /")[0]: goal for goal in found}


def test_each_room_is_judged_by_its_median_beside_the_minimal_app_and_the_slowest_is_named():
    found = goals(
        room("matrix", 50, 80, 500), room("waves", 80, 100, 95, pictures=2), room("shift", 160, pictures=4)
    )
    few, more = found["rooms of one or two pictures"], found["rooms of more"]
    assert few.value == pytest.approx(200 / 95)
    assert "waves" in few.what
    assert (few.missed, more.missed) == (True, True)
    assert more.value == pytest.approx(200 / 160)
    assert found["rooms of one or two pictures: of 2"].value == 1
    assert found["rooms of more: of 1"].value == 1


def test_rooms_with_charts_are_judged_by_the_heaviest_and_the_slowest():
    light = room("nope", 50, entered=1_200.0, loaded=3_900_000)
    found = goals(light, room("shift", 50, entered=800.0, loaded=4_200_000), room("matrix", 50, loaded=9_000_000))
    assert found["heaviest first load with charts"].value == pytest.approx(2.1)
    assert found["heaviest first load with charts"].missed
    assert found["slowest way from Home at rest"].value == pytest.approx(1.2)
    assert "nope" in found["slowest way from Home at rest"].what


def test_a_room_whose_slider_alters_no_picture_is_not_judged_by_its_words():
    words = Visit("home", Load(4_000_000, 1_000_000, 1.0), 0, None, "base", (change(None),), None, None, None)
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
