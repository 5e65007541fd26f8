"""What a picture reports when it comes to rest, and which of the server's answers it follows."""

import pytest

from tests.browser.module import run

_VIEW = """
  const reports = [], tell = (name, rest) => reports.push(rest);
  const view = { rest: () => ({ position: view.position }), tell };
  let due, now = 0;
  performance.now = () => ++now;
  window.setTimeout = (call) => (due = call);
  window.clearTimeout = () => (due = undefined);
  const reported = () => {
    module.report(view);
    due();
  };
  let drawings = 0;
  module.watch(view, () => drawings++);
  module.take(view, { position: 1 });
"""


@pytest.fixture
def state_after(page):
    """State of a view and its reports after running a body, in which no time passes but in `reported()`."""
    return lambda body: run(page, "waves", f"{_VIEW} {body} return {{ at: view.position, reports, drawings }};")


def test_the_address_is_followed_and_what_the_reader_does_stays_where_it_says_the_same_as_before(state_after):
    assert state_after("module.take(view, { position: 5 });")["at"] == 5
    assert state_after("view.position = 7; module.take(view, { position: 1 });")["at"] == 7


def test_an_echo_does_not_take_the_reader_back_and_counts_once(state_after):
    echo = "view.position = 2; reported(); view.position = 3; module.take(view, { position: 2 });"
    assert state_after(echo)["at"] == 3
    twice = "view.position = 2; reported(); module.take(view, { position: 2 });"
    again = "module.take(view, { position: 1 }); module.take(view, { position: 2 });"
    assert state_after(twice + again)["at"] == 2


def test_steps_in_quick_succession_are_reported_once_and_again_after_the_address_was_elsewhere(state_after):
    steps = "for (const step of [2, 3, 4]) { view.position = step; module.report(view); } due();"
    assert [rest["position"] for rest in state_after(steps)["reports"]] == [4]
    there = "view.position = 2; reported(); module.take(view, { position: 2 });"
    back = "module.take(view, { position: 1 });"
    first, second = state_after(there + back + "view.position = 2; reported();")["reports"]
    assert first["position"] == second["position"] == 2
    assert first["at"] < second["at"]
    assert state_after("reported();")["reports"] == []  # the address has this position already


def test_going_back_ends_what_was_on_its_way(state_after):
    state = state_after("view.position = 2; reported(); dispatchEvent(new PopStateEvent('popstate'));")
    assert (state["at"], state["drawings"]) == (1, 1)
    playing = state_after("view.position = 2; dispatchEvent(new PopStateEvent('popstate'));")
    assert (playing["at"], playing["drawings"]) == (2, 0)
    followed = state_after(
        "view.position = 2; reported(); dispatchEvent(new PopStateEvent('popstate'));"
        "module.take(view, { position: 3 }); module.take(view, { position: 2 });"
    )
    assert followed["at"] == 2


def test_an_answer_to_what_going_back_has_dropped_moves_nothing(state_after):
    dropped = "view.position = 2; reported(); dispatchEvent(new PopStateEvent('popstate'));"
    late = dropped + "module.take(view, { position: 2 });"
    assert state_after(late)["at"] == 1
    key = "view.position = 0; reported(); module.take(view, { position: 1 }); module.take(view, { position: 0 });"
    state = state_after(late + key)
    assert (state["at"], [rest["position"] for rest in state["reports"]]) == (0, [2, 0])


def test_a_report_that_the_address_overtakes_is_shown_with_its_answer(state_after):
    """A key between Back and its answer: the answer moves the thumb, that of the key moves it again."""
    key = "view.position = 2; reported(); module.take(view, { position: 5 });"
    assert state_after(key)["at"] == 5
    assert state_after(key + "module.take(view, { position: 2 });")["at"] == 2
    moved_on = "module.take(view, { position: 2 }); view.position = 3; module.take(view, { position: 2 });"
    assert state_after(key + moved_on)["at"] == 3


def test_an_answer_to_what_going_back_has_dropped_holds_once_the_server_rests(state_after):
    """The server may have heard of the step first: its address then has the report."""
    late = "view.position = 2; reported(); dispatchEvent(new PopStateEvent('popstate'));"
    assert state_after(late + "module.take(view, { position: 2 }); due();")["at"] == 2
    assert (
        state_after(late + "module.take(view, { position: 2 }); module.take(view, { position: 1 }); due();")["at"]
        == 1
    )
