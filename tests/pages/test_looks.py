"""Each picture of each room as the browser gets it: colours of the key, formatted numbers in hover labels."""

import re

import numpy as np
import pytest

from figures import theme
from tests.pages.charts import charts
from tests.pages.test_rooms import ROOMS, visit
from tests.pages.views import VIEWS

LOOKS = [
    (stem, asked)
    for stem in ROOMS
    for asked in VIEWS.get(stem, [{}])[
        : 1 if stem in {"model", "questions"} else 4
    ]  # further views differ in values
]
NAMED = [f"{stem}-{'-'.join(asked.values())}" for stem, asked in LOOKS]
COLOUR = re.compile(r"#[0-9a-fA-F]{6}\b|rgba?\((\d+), ?(\d+), ?(\d+)")
KNOWN = {
    *theme.CONCEPTS.values(),
    *(
        colour
        for palette in (theme.LIGHT, theme.DARK)
        for own in (theme.GHOST, theme.ROTARY)
        for count in range(1, 65)
        for colour in palette.ramp(count, own)
    ),
    *(getattr(each, part) for each in (theme.LIGHT, theme.DARK) for part in each.__dataclass_fields__),
    "#000000",  # transparent
}
NUMBER = re.compile(r"%\{(x|y|z)(:[^}]*)?\}")


def parts(value):
    """Texts at any depth; arrays have none."""
    if isinstance(value, dict):
        for each in value.values():
            yield from parts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from parts(each)
    elif isinstance(value, str):
        yield value


def hexes(text):
    for match in COLOUR.finditer(text):
        yield match[0].lower() if match[1] is None else "#" + bytes(map(int, match.groups())).hex()


def mounted(app):
    """What components other than charts get: their settings as JSON, and what stands in bytes before any array."""
    for element in app.get("bidi_component"):
        proto = element.proto
        if proto.component_name not in {"plot", "live_plot"}:
            yield proto.json or proto.bytes[4 : 4 + int.from_bytes(proto.bytes[:4], "little")].decode()


@pytest.mark.parametrize(("stem", "asked"), LOOKS, ids=NAMED)
def test_colours_are_of_the_key_and_numbers_have_a_format(stem, asked):
    app = visit(stem, asked, 60)
    seen = charts(app)
    texts = [*(text for chart in seen for text in parts(chart.spec)), *mounted(app)]
    assert {colour for text in texts for colour in hexes(text)} <= KNOWN
    for chart in seen:
        for trace in chart.spec["data"]:
            if trace.get("hoverinfo") in {"skip", "text"}:
                continue
            label = trace["hovertemplate"]
            for axis, form in NUMBER.findall(label):
                values = np.asarray(trace.get(axis, 0))  # without x and y a heatmap counts
                assert form or values.dtype.kind not in "fiu" or _small(axis, values, label), label


def _small(axis, values, label):
    """A year, or whole numbers that need no separator, such as percentages."""
    few = values.dtype.kind in "iu" and values.max(initial=0) < 1000
    return few or ("customdata" in label and axis == "x")
