"""Runs take turns: values on the way after the others, and none holds up the process."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from pages.shared.turns import YIELDS, Turns

LONG = 60  # s; a wait that long would be a defect


def until(condition):
    """Wait until a condition that other threads bring about holds."""
    ticked = threading.Event()
    for _ in range(LONG * 200):
        if condition():
            return
        ticked.wait(0.005)
    raise AssertionError("it never held")


def test_values_on_the_way_go_after_committed_ones():
    turns, order = Turns(LONG), []

    def run(name, on_the_way):
        with turns.turn(on_the_way=on_the_way):
            order.append(name)

    with ThreadPoolExecutor(4) as threads, turns.turn(on_the_way=False):
        for place, (name, later) in enumerate((("way", True), ("first", False), ("second", False))):
            threads.submit(run, name, later)
            until(lambda: len(turns._waiting) > place)  # noqa: B023 - called here
        assert order == []
    assert order == ["first", "second", "way"]


def test_a_value_on_the_way_lets_those_pass_that_come_soon_alone():
    now, order = [0.0], []
    turns = Turns(1.0, clock=lambda: now[0])

    def run(name, on_the_way):
        with turns.turn(on_the_way=on_the_way):
            order.append(name)

    with ThreadPoolExecutor(4) as threads, turns.turn(on_the_way=False):
        turns._end = LONG  # this turn lasts
        runs = ("way", True, 0), ("soon", False, YIELDS - 0.1), ("late", False, YIELDS + 0.1)
        for place, (name, later, at) in enumerate(runs):
            now[0] = at
            threads.submit(run, name, later)
            until(lambda: len(turns._waiting) > place)  # noqa: B023 - called here
    assert order == ["soon", "way", "late"]


def test_a_run_that_raises_ends_its_turn():
    turns = Turns(LONG)
    with pytest.raises(ZeroDivisionError), turns.turn(on_the_way=False):
        1 / 0  # noqa: B018
    with turns.turn(on_the_way=True):
        pass


def test_one_run_goes_on_beside_each_that_lasts_however_many_wait():
    now, started, over = [0.0], [], threading.Event()
    turns = Turns(0.01, clock=lambda: now[0])

    def last(number):
        with turns.turn(on_the_way=False):
            started.append(number)
            over.wait(LONG)

    with ThreadPoolExecutor(6) as threads:
        for number in range(6):
            threads.submit(last, number)
            until(lambda: len(turns._waiting) + len(started) > number)  # noqa: B023 - called here
        for count in range(1, 4):
            until(lambda: len(started) == count)  # noqa: B023 - called here
            assert len(turns._waiting) == 6 - count
            now[0] += 0.02  # longer than the patience
        until(lambda: len(started) == 4)
        over.set()
    assert sorted(started) == [*range(6)]


def test_turns_that_end_while_others_lose_patience_are_all_given_back():
    turns, started = Turns(1e-4), []

    def run(number):
        with turns.turn(on_the_way=number % 2 == 0):
            started.append(number)

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(run, range(2000)))
    assert sorted(started) == list(range(2000))
    assert (turns._holder, turns._waiting) == (None, [])
