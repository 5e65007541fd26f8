"""Pictures as the browser gets them: valid, in colours of the key, with formatted numbers in hover labels."""

import re

import numpy as np
import plotly.graph_objects as go

from components.pictures.plot import bundle
from figures import theme
from tests.pages.charts import charts

KINDS = set(re.findall(r'moduleType:"trace",name:"(\w+)"', bundle.FILE.read_text("utf-8")))  # of Plotly's script
COLOUR = re.compile(r"#[0-9a-fA-F]{6}\b|rgba?\((\d+), ?(\d+), ?(\d+)")
KNOWN = {
    *theme.CONCEPTS.values(),
    *(
        colour
        for palette in (theme.LIGHT, theme.DARK)
        for hue in (theme.GHOST, theme.ROTARY)
        for count in range(1, 65)
        for colour in palette.ramp(count, hue)
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
        if proto.component_name != "plot":
            yield proto.json or proto.bytes[4 : 4 + int.from_bytes(proto.bytes[:4], "little")].decode()


def colours_of(app):
    """All colours that a page shows."""
    texts = [*(text for chart in charts(app) for text in parts(chart.spec)), *mounted(app)]
    return {colour for text in texts for colour in hexes(text)}


def expect_look(app):
    """All charts of a room, and the colours of its other components."""
    assert colours_of(app) <= KNOWN, "take colours from figures/theme.py"
    for chart in charts(app):
        spec = plain(chart.spec)
        assert plain(go.Figure(spec).to_plotly_json()) == spec  # as Plotly's own objects would have sent it
        for trace in chart.spec["data"]:
            assert trace["type"] in KINDS
            if trace.get("hoverinfo") not in {"skip", "text"}:
                expect_formats(trace)


def expect_formats(trace):
    label = trace["hovertemplate"]
    for axis, form in NUMBER.findall(label):
        values = np.asarray(trace.get(axis, 0))  # without x and y a heatmap counts
        assert form or values.dtype.kind not in "fiu" or _small(axis, values, label), label


def _small(axis, values, label):
    """A year, or whole numbers that need no separator, such as percentages."""
    few = values.dtype.kind in "iu" and values.max(initial=0) < 1000
    return few or ("customdata" in label and axis == "x")


def plain(part):
    """Lists for arrays and tuples, null for numbers that are not finite."""
    match part:
        case np.ndarray():
            return plain(part.tolist())
        case tuple() | list():
            return [plain(value) for value in part]
        case dict():
            return {key: each for key, value in part.items() if (each := plain(value)) != []}
        case float() if np.isnan(part):
            return None
    return part
