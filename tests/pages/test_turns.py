"""Runs take turns: values on the way after the others, and none waits for ever."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from pages.shared.turns import Turns

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
            until(lambda: len(turns._waiting_tickets) > place)  # noqa: B023 - called here
        assert order == []
    assert order == ["first", "second", "way"]


def test_a_run_that_raises_ends_its_turn():
    turns = Turns(LONG)
    with pytest.raises(ZeroDivisionError), turns.turn(on_the_way=False):
        1 / 0  # noqa: B018
    with turns.turn(on_the_way=True):
        assert turns._running_count == 1


def test_a_run_goes_on_beside_one_that_lasts():
    turns = Turns(0.01)
    with turns.turn(on_the_way=False):
        with turns.turn(on_the_way=True):
            assert turns._running_count == 2
        assert turns._running_count == 1
    assert (turns._running_count, turns._waiting_tickets) == (0, [])


def test_turns_that_end_while_others_lose_patience_are_all_given_back():
    turns, started = Turns(1e-4), []

    def run(number):
        with turns.turn(on_the_way=number % 2 == 0):
            started.append(number)

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(run, range(2000)))
    assert sorted(started) == list(range(2000))
    assert (turns._running_count, turns._waiting_tickets) == (0, [])
