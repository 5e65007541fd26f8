"""Curves of scores and biases have names, colours and room."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import schemes as core
from core.schemes.scheme import Family
from figures import theme
from figures.curves import Line
from figures.schemes.biases import crossing_curves, head_curves
from figures.schemes.compare import Score, score_overlay, visible
from figures.schemes.learned import table_heatmap
from figures.schemes.rotary import MAIN, head_scores, pair_arcs
from figures.theme import FAMILIES, LIGHT, SCHEMES

# ---- Score by offset.

K = np.arange(-50, 51)


def score(name, slope, family="bias"):
    return Score(name, family, -slope * np.abs(K).astype(float))


def test_every_family_has_a_colour_of_its_own():
    assert set(FAMILIES) == set(Family)
    assert len(set(FAMILIES.values())) == len(Family)


@pytest.mark.parametrize("count", [1, 5, 10])
def test_every_curve_is_named_at_its_end_and_no_two_names_meet(count):
    figure = score_overlay(K, [score(f"s{n}", 0.001 * n) for n in range(count)], palette=LIGHT, y="score")
    heights = sorted(annotation.y for annotation in figure.layout.annotations)
    bottom, top = figure.layout.yaxis.range
    assert [annotation.text for annotation in figure.layout.annotations] == [f"s{n}" for n in range(count)]
    assert bottom < heights[0] <= heights[-1] < top
    least = (top - bottom) * 16 / figure.layout.height  # pixels of a line of text
    assert all(b - a > least for a, b in itertools.pairwise(heights))


def test_curves_of_a_family_differ_in_their_dash():
    figure = score_overlay(K, [score("a", 1), score("b", 2), score("c", 1, "rotary")], palette=LIGHT, y="score")
    first, second, other = (trace.line for trace in figure.data)
    assert first.color == second.color != other.color
    assert first.dash != second.dash
    assert "solid" not in {first.dash, second.dash}


def test_every_scheme_is_solid_in_its_colour_or_dashed_in_that_of_its_family():
    figure = score_overlay(K, [score(s.name, 1, s.family) for s in core.SCHEMES.values()], palette=LIGHT, y="score")
    for trace, scheme in zip(figure.data, core.SCHEMES.values(), strict=True):
        colour = SCHEMES.get(scheme.name)
        assert trace.line.color == (colour or FAMILIES[scheme.family])
        assert (trace.line.dash == "solid") == bool(colour)
    assert set(SCHEMES) <= set(core.SCHEMES)


def test_a_curve_that_plunges_leaves_the_others_readable():
    figure = score_overlay(K, [score("a", 0.1), score("b", 0.2), score("c", 1e6)], palette=LIGHT, y="score")
    bottom, top = figure.layout.yaxis.range
    assert -35 < bottom < -30 < 0 < top < 5
    assert np.isfinite(figure.data[2].y).all()


def test_huge_and_missing_values_are_drawn_as_far_as_they_go():
    values = np.where(K > 10, np.nan, 1e300 * (K < -10))
    figure = score_overlay(K, [Score("wild", "rotary", values), score("tame", 1)], palette=LIGHT, y="score")
    assert np.abs(figure.data[0].y[np.isfinite(figure.data[0].y)]).max() < 1e4
    assert np.isnan(figure.data[0].y[-1])


@given(st.lists(st.lists(st.floats(-1e6, 1e6), min_size=1), min_size=1))
def test_the_visible_range_lies_within_the_values(curves):
    low, high = visible([np.array(values) for values in curves])
    assert low < high
    if high - low > 2:
        assert min(map(min, curves)) <= low
        assert high <= max(map(max, curves))


# ---- Bias by head.

DISTANCES = np.arange(1, 128)
SLOPES = 2.0 ** -np.arange(1, 9)
BIAS = -SLOPES[:, None] * DISTANCES


def test_heads_with_room_for_their_names_are_named_where_they_end():
    figure = head_curves(BIAS, DISTANCES, range(1, 9), palette=theme.LIGHT, colour=theme.ALIBI, y="bias")
    low, high = figure.layout.yaxis.range
    notes = figure.layout.annotations
    assert [note.text for note in notes] == ["head 1", "head 2", "head 3", "head 4", "head 8"]
    half_name = 10 * (high - low) / 270  # pixels of the axis
    for note in notes:
        head = int(note.text[-1]) - 1
        assert not note.showarrow
        assert note.y == pytest.approx(BIAS[head, -1], abs=half_name)
        assert note.font.color == figure.data[head].line.color


def test_heads_whose_ends_meet_are_named_where_they_reach_the_level():
    halves = np.log(2) / SLOPES
    crossings = np.stack([halves, np.full(8, 0.5)], axis=1)
    figure = crossing_curves(
        np.exp(BIAS),
        DISTANCES,
        range(1, 9),
        crossings,
        palette=theme.LIGHT,
        colour=theme.ALIBI,
        level=0.5,
        y="weight",
    )
    *_, rings = figure.data
    assert list(rings.text) == [f"{head}" for head in range(1, 8)]  # head 8 gets there beyond the picture
    np.testing.assert_allclose(rings.x, halves[:7])
    assert not figure.layout.annotations


# ---- Learned.


def test_the_line_stands_under_the_last_row():
    values = np.arange(12.0).reshape(4, 3)
    figure = table_heatmap(
        values, palette=theme.LIGHT, step=(2, 10), limit=5, length=38, visible=50, beyond="no such row"
    )
    (cells,) = figure.data
    np.testing.assert_array_equal(cells.z, values)
    assert (cells.x0, cells.dx, cells.y0, cells.dy) == (0.5, 2, 4.5, 10)  # centres of the cells
    assert (cells.zmin, cells.zmax) == (0, 5)
    (line,) = figure.layout.shapes
    assert line.y0 == line.y1 == 37.5
    (note,) = figure.layout.annotations
    assert note.text == "no such row"
    assert 37.5 < note.y < 49.5
    assert figure.layout.yaxis.range == (49.5, -0.5)


# ---- Rotary.

STEPS = np.arange(5.0)


def test_what_lies_higher_with_more_features_does_not_leave_the_picture_under_the_hand():
    line = Line("own", STEPS, 9 - STEPS, MAIN)
    figure = head_scores([line], palette=theme.LIGHT, y="score q · k", level=None)
    assert {"head_dim", "length"} <= set(figure.layout.meta["follows"]["yaxis"])
    low, high = figure.layout.yaxis.range
    assert low < 0
    assert high > 9


def test_an_arc_joins_each_pair_and_one_is_marked():
    panels = {"near": np.array([1, 0, 3, 2]), "far": np.array([2, 3, 0, 1])}
    figure = pair_arcs(panels, 1, palette=theme.LIGHT, x="feature")
    arcs, marked, dots, named, *below = figure.data
    ends = [(x[0], x[-1]) for x in np.split(np.array(arcs.x), np.flatnonzero(np.isnan(arcs.x)))[0:1]]
    assert ends == [(0.0, 1.0)]
    assert (marked.x[0], marked.x[-2], marked.line.color) == (0, 1, MAIN)
    assert list(dots.customdata) == [1, 0, 3, 2]
    assert list(named.text) == ["0", "1"]
    assert list(below[-1].text) == ["1", "3"]
