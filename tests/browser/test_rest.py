"""What a picture reports when it comes to rest, and which of the server's answers it follows."""

import pytest

from tests.browser.module import run

_VIEW = """
  const told = [], view = { rest: () => ({ position: view.position }), tell: (name, rest) => told.push(rest) };
  const reported = async () => {
    const before = told.length;
    module.report(view);
    const waited = performance.now();
    while (told.length === before && performance.now() - waited < given.patience) {
      await new Promise((done) => setTimeout(done, 10));
    }
  };
  let drawn = 0;
  module.watch(view, () => drawn++);
  module.take(view, { position: 1 });
"""


@pytest.fixture
def seen(page):
    """State of a view and its reports after running a body: `seen(body)`."""
    return lambda body, patience=60_000: run(
        page, "waves", f"{_VIEW} {body} return {{ at: view.position, told, drawn }};", patience=patience
    )


def test_what_the_address_says_is_followed(seen):
    assert seen("module.take(view, { position: 5 });")["at"] == 5


def test_what_the_reader_does_stays_where_the_address_says_the_same_as_before(seen):
    assert seen("view.position = 7; module.take(view, { position: 1 });")["at"] == 7


def test_an_echo_does_not_take_the_reader_back(seen):
    echo = "view.position = 2; await reported(); view.position = 3; module.take(view, { position: 2 });"
    assert seen(echo)["at"] == 3


def test_an_echo_counts_once(seen):
    twice = "view.position = 2; await reported(); module.take(view, { position: 2 });"
    asked = "module.take(view, { position: 1 }); module.take(view, { position: 2 });"
    assert seen(twice + asked)["at"] == 2


def test_steps_in_quick_succession_are_told_once(seen):
    steps = "for (const step of [2, 3, 4]) { view.position = step; module.report(view); } await reported();"
    assert [rest["position"] for rest in seen(steps)["told"]] == [4]


def test_the_same_rest_is_told_again_after_the_address_has_gone_elsewhere(seen):
    there = "view.position = 2; await reported(); module.take(view, { position: 2 });"
    back = "module.take(view, { position: 1 });"
    first, second = seen(there + back + "view.position = 2; await reported();")["told"]
    assert first["position"] == second["position"] == 2
    assert first["at"] < second["at"]


def test_nothing_is_told_where_the_address_says_so_already(seen):
    assert seen("await reported();", patience=400)["told"] == []


def test_going_back_ends_what_was_on_its_way(seen):
    found = seen("view.position = 2; await reported(); dispatchEvent(new PopStateEvent('popstate'));")
    assert (found["at"], found["drawn"]) == (1, 1)
    playing = seen("view.position = 2; dispatchEvent(new PopStateEvent('popstate'));")
    assert (playing["at"], playing["drawn"]) == (2, 0)
    followed = seen(
        "view.position = 2; await reported(); dispatchEvent(new PopStateEvent('popstate'));"
        "module.take(view, { position: 3 }); module.take(view, { position: 2 });"
    )
    assert followed["at"] == 2
