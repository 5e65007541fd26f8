import numpy as np

from figures import theme
from figures.long_context.pair_panels import Level, Panel, stacked

AXES = {"palette": theme.LIGHT, "pair": 3, "pairs": 8, "x": "pair", "height": 600}


def line():
    return {"type": "scatter", "x": np.arange(8), "y": np.linspace(1, 100, 8)}


def test_logarithmic_axes_follow_what_moves_curves_by_decades():  # which would leave the panel under the hand
    figure = stacked([Panel("a", [line()], {"type": "linear"}), Panel("b", [line()], {"type": "log"})], **AXES)
    assert figure.layout.meta["follows"] == {"yaxis2": ["base", "context"]}


def test_levels_are_dashed_and_labelled_on_either_kind_of_axis():
    levels = [Level(10, "ten"), Level(50, right=True)]
    for kind, height in (("linear", 10), ("log", 1)):
        figure = stacked([Panel("a", [line()], {"type": kind}, levels)], **AXES)
        lines = [shape for shape in figure.layout.shapes if shape.line.dash == "dash"]
        assert [shape.y0 for shape in lines] == [10, 50]
        _, label = figure.layout.annotations
        assert (label.text, label.y, label.xanchor) == ("ten", height, "left")
