from itertools import pairwise

import numpy as np
import pytest

from figures import theme
from figures.long_context.pair_panels import BOTTOM, GAP, TOP, Level, Name, Panel, stacked

AXES = {"palette": theme.LIGHT, "pair": 3, "pairs": 8, "x": "pair", "height": 600}


def line():
    return {"type": "scatter", "x": np.arange(8), "y": np.linspace(1, 100, 8)}


@pytest.mark.parametrize("count", [1, 2, 9])
def test_panels_share_the_axis_of_pairs_and_the_height(count):
    figure = stacked([Panel(f"panel {n}", [line()]) for n in range(count)], **AXES)
    names = ["y", *(f"y{row}" for row in range(2, count + 1))]
    assert [trace.yaxis for trace in figure.data] == names
    assert {trace.xaxis for trace in figure.data} == {None}
    assert tuple(figure.layout.xaxis.range) == (-0.5, 7.5)
    assert figure.layout.xaxis.anchor == names[-1]
    domains = [figure.layout[name.replace("y", "yaxis")].domain for name in names]
    assert domains[0][1] == 1
    assert domains[-1][0] == pytest.approx(0, abs=1e-12)
    heights = [top - bottom for bottom, top in domains]
    np.testing.assert_allclose(heights, heights[0])
    inner = 600 - TOP - BOTTOM
    gaps = [above[0] - below[1] for above, below in pairwise(domains)]
    np.testing.assert_allclose(gaps, GAP / inner)


def test_the_chosen_pair_is_marked_through_all_panels():
    figure = stacked([Panel("a", [line()]), Panel("b", [line()])], **AXES)
    (mark,) = figure.layout.shapes
    assert (mark.x0, mark.x1, mark.y0, mark.y1, mark.yref) == (3, 3, 0, 1, "paper")


def test_titles_stand_at_the_tops_in_their_colour():
    figure = stacked([Panel("a", [line()]), Panel("b", [line()], colour=theme.ROTARY)], **AXES)
    titles = figure.layout.annotations
    assert [title.text for title in titles] == ["a", "b"]
    assert [title.y for title in titles] == [figure.layout.yaxis.domain[1], figure.layout.yaxis2.domain[1]]
    assert [title.font.color for title in titles] == [theme.LIGHT.text, theme.ROTARY]


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


def test_a_frame_runs_around_a_panel_that_asks_for_one():
    figure = stacked([Panel("a", [line()], framed=True), Panel("b", [line()])], **AXES)
    (frame,) = [shape for shape in figure.layout.shapes if shape.type == "rect"]
    assert frame.yref == "y domain"


def test_names_stand_at_their_curves_instead_of_a_legend():
    names = [Name("above", "#123456", 2, 10.0), Name("below", "#123456", 2, 100.0, lines=-1)]
    layout = stacked([Panel("a", [line()], {"type": "log"}, names=names)], **AXES).layout
    assert not layout.showlegend
    notes = {
        note.text: (note.x, note.y, note.yanchor) for note in layout.annotations if note.text in ("above", "below")
    }
    assert notes == {"above": (2, 1, "bottom"), "below": (2, 2, "top")}
