"""What several threads ask for at the same time is computed once, and one at a time."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

from core.numeric.once import computed_once


def test_concurrent_calls_share_one_computation():
    barrier, calls = Barrier(8), []

    @computed_once(most=4)
    def square(number):
        calls.append(number)
        return [number**2]

    def ask(_):
        barrier.wait(timeout=10)
        return square(7)

    with ThreadPoolExecutor(8) as threads:
        result = list(threads.map(ask, range(8)))
    assert calls == [7]
    assert all(each is result[0] for each in result)


def test_computations_run_one_at_a_time_and_cached_results_are_returned_meanwhile():
    begun, go_on, running = Event(), Event(), []

    @computed_once(most=4)
    def wait(name):
        running.append(name)
        begun.set()
        assert name == "kept" or go_on.wait(timeout=10)
        assert running.pop() == name  # no other computation started meanwhile
        return name

    assert wait("kept") == "kept"
    begun.clear()
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(wait, "first")
        assert begun.wait(timeout=10)
        second = threads.submit(wait, "second")
        assert wait("kept") == "kept"
        assert running == ["first"]
        go_on.set()
        assert (first.result(10), second.result(10)) == ("first", "second")


def test_the_oldest_result_goes_first_and_one_computation_may_need_another():
    calls = []

    @computed_once(most=2)
    def double(number):
        calls.append(number)
        return 2 * number

    @computed_once(most=2)
    def quadruple(number):
        return 2 * double(number)

    assert [quadruple(number) for number in (1, 2, 3)] == [4, 8, 12]
    double(3)
    assert calls == [1, 2, 3]
    double(1)
    assert calls == [1, 2, 3, 1]


def test_an_exception_is_not_cached():
    answers = iter([ValueError("not yet"), 5])

    @computed_once(most=1)
    def ask():
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    with ThreadPoolExecutor(1) as threads:
        assert isinstance(threads.submit(ask).exception(), ValueError)
        assert threads.submit(ask).result() == 5
