"""Goals of the faults; tests/deploy/faults tests the faults themselves."""

from collections import Counter

import pytest

from bench import faults
from bench.shared.session import Run
from tests.browser.bursts import Bursts
from tests.deploy import proxy
from tests.deploy.faults.endurance import Endurance
from tests.deploy.faults.siege import Siege


def run(seconds, *exceptions):
    return Run("matrix", first=False, asked=0.0, seconds=seconds, received=1, exceptions=exceptions)


QUICK = run(0.1)


def siege(runs=(QUICK,), returns=0, outcomes=(("text frames", "closed"),), peak=200.0):
    found = {name: Counter([outcome]) for name, outcome in outcomes}
    return Siege(runs, returns, found, before=200.0, peak=peak)


@pytest.mark.parametrize(
    ("found", "missed"),
    [
        (siege(), [False, False, False]),
        (siege(runs=[run(0.1), run(0.6), run(0.7)]), [True, False, False]),
        (siege(peak=301), [False, True, False]),
        (siege(returns=1), [False, False, True]),
        (siege(runs=[run(0.1, "ValueError: no")]), [False, False, True]),
        (siege(outcomes=[("bad paths", "500")]), [False, False, True]),
        (siege(outcomes=[("wrong origins", "101")]), [False, False, True]),
    ],
)
def test_a_siege_is_judged_by_what_others_meet(found, missed):
    *_, goals = faults.besieged("nginx before it", found)
    assert [goal.missed for goal in goals] == missed


def test_memory_that_came_back_has_still_swollen():
    found = Endurance((200.0, 230.0, 205.0), ())
    assert found.swell == pytest.approx(1.15)
    assert found.growth == 5


def test_bursts_are_judged_by_sessions_addresses_and_errors():
    lived, parted = Bursts(10, [], False, []), Bursts(10, ["/waves?base=2"], False, ["no"] * 2)
    what, told, goals = faults.outlived([lived, parted, Bursts(3, [], True, [])])
    assert [goal.value for goal in goals] == [1, 1, 2]
    assert "23" in goals[1].what
    assert what.startswith("3 sessions")
    assert "2 × `no`" in told


def test_the_smallest_share_is_one():
    assert [faults.portion(50, share) for share in (1, 0.1, 0.001)] == [50, 5, 1]


def test_without_nginx_nothing_is_measured(monkeypatch):
    monkeypatch.setattr(proxy, "executable", lambda: None)
    assert proxy.NO_NGINX in faults.section().text
    assert faults.section().goals == ()
