import numpy as np
import pytest

from figures.curves import Line
from figures.theme import DARK, LIGHT, ROTARY
from figures.words.shares import share_panels

X = np.array([8, 64, 512])


def line(name, share):
    return Line(name, X, np.full(3, share), ROTARY)


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_panels_share_one_axis_and_each_curve_is_named_once(palette):
    panels = {"position": [line("a", 1), line("b", 0.5)], "word": [line("a", 0), line("b", 0.25)]}
    figure = share_panels(panels, palette=palette, x="d_model (features)", ticks=[8, 512], log_x=True)
    assert [(trace.name, trace.showlegend) for trace in figure.data] == [
        ("a", True), ("b", True), ("a", False), ("b", False)
    ]  # fmt: skip
    assert [annotation.text for annotation in figure.layout.annotations] == ["position", "word"]
    assert figure.layout.xaxis.type == figure.layout.xaxis2.type == "log"
    assert figure.layout.xaxis2.tickvals == (8, 512)
    assert figure.layout.xaxis2.title.text == "d_model (features)"
    assert not figure.layout.xaxis.title.text


def test_nothing_and_all_are_both_in_view():
    figure = share_panels({"one": [line("a", 0.5)]}, palette=LIGHT, x="after layer", ticks=[0, 1])
    low, high = figure.layout.yaxis.range
    assert low < 0
    assert high > 1
    assert figure.layout.xaxis.type == "linear"


def test_a_line_that_asks_for_no_legend_gets_none():
    quiet = Line("a", X, X / 512, ROTARY, in_legend=False)
    figure = share_panels({"one": [quiet]}, palette=LIGHT, x="x", ticks=[8])
    assert not figure.data[0].showlegend
