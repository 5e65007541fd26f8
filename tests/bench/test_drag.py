"""Drags are measured from their steps and pictures."""

import pytest

from bench import drag
from bench.drag import Drag, Picture, Step


def dragged(
    room="matrix", slider="base", *, steps=(), pictures=(), by="pointer", sent=0, asked=0, flying=0, drawn=True
):
    made = [Step(moved=at - 5, at=at, place=place, text=text) for at, place, text in steps]
    return Drag(room, slider, by, made, [Picture(*one) for one in pictures], sent, asked, flying, drawn)


STEPS = [(100, 0, "2"), (200, 1, "3"), (300, 2, "4")]


def test_in_the_browser_a_picture_shows_what_its_frame_began_with():
    early = (195, 210, 0)  # its frame began before the second step
    found = dragged(steps=STEPS, pictures=[(110, 120, 0), early, (214, 230, 0), (310, 330, 0)])
    assert found.waits() == [25, 35, 35]


def test_from_the_server_a_picture_shows_the_last_request_that_was_answered():
    found = dragged("shift", steps=STEPS, pictures=[(150, 160, 105), (310, 320, 205), (420, 440, 305)], asked=3)
    assert found.waits() == [65, 125, 145]


def test_frames_of_one_answer_are_one_picture():
    pictures = [(150, 160, 105), (170, 180, 105), (310, 595, 205)]
    server, browser = (dragged(steps=STEPS, pictures=pictures, asked=asked) for asked in (2, 0))
    assert (server.pictures_a_second, browser.pictures_a_second) == pytest.approx((4, 6))  # in half a second
    assert server.steps_a_second == pytest.approx(3 / 0.205)


def test_a_step_that_no_picture_shows_has_no_time():
    assert dragged(steps=STEPS, pictures=[(110, 120, 0)]).waits() == [25]


def test_small_tables_have_at_most_the_default_size():
    steps, pictures = [(100, 0, "512"), (200, 1, "640")], [(110, 120, 0), (230, 295, 0)]
    assert dragged(slider="d_model", steps=steps, pictures=pictures).waits(small=True) == [25]
    assert dragged(slider="base", steps=steps, pictures=pictures).waits(small=True) == [25, 100]


def test_a_thumb_that_goes_back_jumps():
    assert dragged(steps=[(100, 3, "5"), (200, 2, "4"), (300, 4, "7")]).jumps == 1
    assert dragged(steps=STEPS).jumps == 0


def goals(*found):
    return {goal.what.partition(":")[0]: goal for goal in drag.goals(found)}


def test_each_way_of_drawing_has_its_goals():
    quick = dragged(steps=STEPS, pictures=[(110, 120, 0), (214, 230, 0), (310, 330, 0)])
    slow = dragged("waves", steps=STEPS, pictures=[(110, 120, 0), (214, 280, 0), (310, 360, 0)], sent=2)
    keys = dragged(steps=STEPS[:1], pictures=[(110, 115, 0)], by="keys", sent=9)
    server = dragged("shift", steps=STEPS, pictures=[(910, 1095, 305)], asked=2, flying=2)
    found = goals(quick, slow, keys, server)
    assert found["waves, base by pointer, the slowest at 128 × 512"].missed
    assert found["messages during a drag where the browser draws"].value == 2
    assert found["shift, base by pointer, the slowest elsewhere"].missed
    assert found["requests in flight elsewhere, most"].missed
    assert not found["jumps of a thumb"].missed


def test_where_the_browser_ought_to_draw_and_nothing_follows_the_goal_is_missed():
    found = goals(dragged(steps=STEPS))
    assert found["matrix, base by pointer, the slowest at 128 × 512"].missed


def test_a_slider_of_words_or_of_few_stops_is_not_judged_by_its_pace():
    words = dragged("home", steps=STEPS, drawn=False)
    few = dragged("biases", "heads", steps=[(100, 0, "1"), (1000, 1, "2")], pictures=[(1100, 1150, 1000)], asked=2)
    assert set(goals(words, few)) == {"requests in flight elsewhere, most", "jumps of a thumb"}


def test_a_drag_takes_its_time_and_reaches_the_end(monkeypatch):
    monkeypatch.setattr(drag, "SECONDS", 0.05)
    shares = list(drag.ticks(60))
    assert shares[-1] == 1
    assert shares == sorted(shares)
    assert 2 <= len(shares) <= 5
