"""Pictures as the browser gets them: valid, in colours of the key, with formatted numbers in hover labels."""

import re
from itertools import pairwise

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
        for hue in (theme.GHOST, theme.ROTARY, theme.ALIBI, theme.BIAS)
        for count in range(1, 65)
        for colour in palette.ramp(count, hue)
    ),
    *(getattr(each, part) for each in (theme.LIGHT, theme.DARK) for part in each.__dataclass_fields__),
    "#000000",  # transparent
}
HALF_NAME, ASIDE = 13, 6  # pixels: of a name, at most two lines; of a line drawn beside its values
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
        expect_names_at_their_lines(chart.spec)
        for trace in chart.spec["data"]:
            assert trace["type"] in KINDS
            if trace.get("hoverinfo") not in {"skip", "text"}:
                expect_formats(trace)


def expect_names_at_their_lines(spec):
    """A name beside the axes is in the colour of a line that ends there, in the order of the ends.

    It stands at the end or has a leader that starts there; without one it is off by at most half its height.
    """
    placed = {}
    for note in spec["layout"].get("annotations", ()):
        axis, name = note.get("yref", "y"), re.sub("<br>", " ", re.sub("</?b>", "", note["text"]))
        traces = [each for each in spec["data"] if each.get("name") == name and each.get("yaxis", "y") == axis]
        lines = [each for each in traces if "lines" in each.get("mode", "")]
        at = {(1, "left"): -1, (0, "right"): 0}.get((note.get("x"), note.get("xanchor")))
        if lines and at is not None:
            scale = Scale(spec["layout"], axis)
            point = scale.pixels(note["y"])
            end, colour = min(
                ((scale.end(line["y"], at), line["line"]["color"]) for line in lines),
                key=lambda each: abs(each[0] - point),
            )
            assert abs(point - end) <= (ASIDE if "ay" in note else HALF_NAME), (name, point, end)
            assert note["font"]["color"] == colour
            placed.setdefault((axis, at), []).append((scale.pixels(note.get("ay", note["y"])), end))
    for names in placed.values():
        ends = [end for _, end in sorted(names)]
        assert all(below <= above + ASIDE for below, above in pairwise(ends)), names


class Scale:
    """A vertical axis in pixels from its lower end."""

    def __init__(self, layout, axis):
        own = layout[axis.replace("y", "yaxis", 1)]
        self.is_log, (self.low, self.high), domain = (
            own.get("type") == "log",
            own["range"],
            own.get("domain", (0, 1)),
        )
        inner = layout["height"] - layout["margin"]["t"] - layout["margin"]["b"]
        self.unit = inner * (domain[1] - domain[0]) / (self.high - self.low)

    def pixels(self, height):
        return self.unit * (min(max(height, self.low), self.high) - self.low)

    def end(self, values, at):
        values = np.asarray(values, float)
        return self.pixels((np.log10(values[values > 0]) if self.is_log else values[np.isfinite(values)])[at])


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
