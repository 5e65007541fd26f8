"""What a browser may report in a component's place: what it reports at rest is kept, and nothing else."""

import json

import pytest

from tests.support.rooms import visit
from tests.support.sliders import say

TURN = {"m": 40, "n": 33, "pair": 3, "lock": 0}
REPORTS = {  # room: its address, the component's key, what it reports, and what the address holds then
    "matrix": ({}, "matrix", {"rest": {"position": 9, "dimension": 4}}, {"position": "9", "dimension": "4"}),
    "waves": ({}, "waves", {"rest": {"position": 9}}, {"position": "9"}),
    "clocks": (
        {},
        "clocks",
        {"rest": {"position": 9, "offset": -2, "pair": 23}},
        {"position": "9", "offset": "-2", "pair": "23"},
    ),
    "rope": ({}, "rotation", {"rest": TURN}, {name: str(value) for name, value in TURN.items()}),
    "sentence": (
        {"sentence_view": "One pair"},
        "circle",
        {"rest": {"word": 1, "position": 5, "pair": 2}},
        {"word": "1", "word_position": "5", "word_pair": "2"},
    ),
    "real_model": (
        {},
        "attention",
        {"rest": {"ids": "0,1,2,3,4,5,6,600", "head": "1.8"}},
        {"ids": "0,1,2,3,4,5,6,511", "head": "1.8"},
    ),
    "stretch": ({}, "coverage", {"point": {"x": 7, "y": 0, "customdata": None}}, {"at_pair": "7"}),
    "fourier_features": (
        {"signal": "drawn"},
        "pad",
        {"rest": {"drawn": "0,50,-100,25"}},
        {"drawn": "0,50,-100,25"},
    ),
    "compare": (
        {"compare_view": "Timeline"},
        "timeline",
        {"point": {"customdata": ["ALiBi"]}},
        {"lesson": "ALiBi"},
    ),
}
VALUES = [None, "9", [1], 10**400, float("nan"), 1e308, -7]
WHOLE = [None, True, 5, "ab", [], [[1], {}], [1, 2, 3], {}, {"customdata": 5}, {"x": 10**400}, {"d_model": 4}]


def changed(value):
    """What may stand in the place of a report: nothing like it, or a report with one of its values replaced."""
    yield from WHOLE
    if isinstance(value, dict):
        name = next(iter(value))
        yield from ({**value, name: other} for other in VALUES)
        yield {key: value[key] for key in value if key != name}
    else:
        yield from ([other, *value[1:]] for other in VALUES)


NO_JSON = ["", "{", "nonsense", "[" * 100_000, '{"rest":' * 50_000, "9" * 5000, '"\\ud800"', "null", "\ufeff{}"]


def report(app, key, event, value, *, triggered):
    """Run the room once more as if the component had said so, by its state or by an event."""
    return say(
        app,
        key,
        json.dumps([{"event": event, "value": value}] if triggered else {event: value}),
        triggered=triggered,
    )


@pytest.mark.parametrize("room", REPORTS)
def test_a_report_moves_the_room_and_nothing_else_harms_it(room):
    query, key, reported, entries = REPORTS[room]
    ((event, value),) = reported.items()
    app = report(visit(room, query), key, event, value, triggered=event == "point")
    assert {name: "".join(app.query_params[name]) for name in entries} == entries
    for number, other in enumerate(changed(value)):
        report(app, key, event, other, triggered=bool(number % 2))
        assert app.query_params.keys() <= {*query, *entries}, other


@pytest.mark.parametrize("room", ["matrix", "compare"])  # it is dropped before the code of any room
def test_what_is_no_json_says_nothing(room):
    query, key, _, _ = REPORTS[room]
    app = visit(room, query)
    for text in NO_JSON:
        for triggered in (False, True):
            say(app, key, text, triggered=triggered)
            assert app.title
