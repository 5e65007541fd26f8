"""Figures as plain dictionaries, lines, cells and labels."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst
from plotly.subplots import make_subplots

from figures import spec, theme
from figures.curves import Line, Mark, curves, named_at_ends
from figures.heatmap import signed_heatmap
from figures.labels import at_ends, label_heights

# ---- Spec.

LOOK = {"palette": theme.DARK, "x": "position (tokens)", "y": "value", "height": 300}
LINE = {"type": "scatter", "x": np.arange(3), "y": np.arange(3.0)}


def test_a_layout_update_wins_and_leaves_the_original_figure_unchanged():
    figure = spec.figure([LINE, LINE | {"mode": "markers"}], {"xaxis": {"range": [0, 1]}}, **LOOK)
    changed = figure.under({"xaxis": {"range": [0, 2]}}, mode="lines")
    assert [trace.mode for trace in changed.data] == ["lines", "lines"]
    assert (changed.layout.xaxis.range, changed.layout.xaxis.title.text) == ((0, 2), "position (tokens)")
    assert (figure.data[1].mode, figure.layout.xaxis.range) == ("markers", (0, 1))


def test_the_own_layout_wins_and_keeps_the_rest_of_the_look():
    update = {"margin": {"t": 3}, "yaxis2": {"range": [0, 1]}}
    update["xaxis"] = {"title": {"standoff": 7}, "gridcolor": "red"}
    layout = spec.figure([LINE], update, **LOOK).layout
    assert (layout.margin.t, layout.margin.l) == (3, 64)
    assert (layout.xaxis.title.text, layout.xaxis.title.standoff) == ("position (tokens)", 7)
    assert (layout.xaxis.gridcolor, layout.yaxis.gridcolor) == ("red", theme.DARK.grid)
    assert (layout.yaxis2.gridcolor, layout.yaxis2.range, layout.yaxis2.title.text) == (
        theme.DARK.grid,
        (0, 1),
        None,
    )


def test_an_unknown_plotly_property_is_refused():
    with pytest.raises(ValueError, match="no_such_key"):
        assert spec.figure([LINE | {"no_such_key": 1}], {}, **LOOK).data
    with pytest.raises(ValueError, match="no_such_key"):
        assert spec.figure([LINE], {"xaxis": {"no_such_key": 1}}, **LOOK).layout


@pytest.mark.parametrize(
    ("heights", "widths", "share_y"), [([1], [1], False), ([1, 1, 1], [3, 2], False), ([90, 300], [1, 1, 1], True)]
)
def test_panels_stand_where_plotly_s_own_subplots_do(heights, widths, share_y):
    kind = {"shared_xaxes": True, "shared_yaxes": share_y, "horizontal_spacing": 0.08, "vertical_spacing": 0.1}
    theirs = make_subplots(len(heights), len(widths), row_heights=heights, column_widths=widths, **kind).layout
    bare = [{}] * len(widths)
    ours = spec.grid(bare, bare, heights=heights, widths=widths, above=0.1, beside=0.08, share_y=share_y)
    assert set(ours) == {name for name in theirs.to_plotly_json() if name.startswith(("xaxis", "yaxis"))}
    for name, axis in ours.items():
        np.testing.assert_allclose(axis["domain"], theirs[name].domain, atol=1e-12)
        for key in ("anchor", "matches", "showticklabels"):
            assert axis.get(key) == theirs[name][key]


def test_a_grid_gives_each_column_its_axes_and_titles_only_the_last_row():
    x = [{"title": {"text": "left"}, "range": [0, 1]}, {"title": {"text": "right"}, "range": [0, 2]}]
    axes = spec.grid(x, [{"nticks": 3}, {"nticks": 4}], heights=[1, 1], widths=[1, 1])
    names = ["xaxis", "xaxis2", "xaxis3", "xaxis4"]
    assert [axes[name].get("title") for name in names] == [None, None, {"text": "left"}, {"text": "right"}]
    assert [axes[name]["range"][1] for name in names] == [1, 2, 1, 2]
    assert [axes[spec.nth("yaxis", number)]["nticks"] for number in (1, 2, 3, 4)] == [3, 4, 3, 4]


# ---- Lines on common axes.


def test_marks_are_rings_over_the_lines():
    line = Line("a", np.arange(3), np.arange(3.0), theme.ROTARY)
    (alone,) = curves([line], palette=theme.LIGHT, x="", y="").data
    below, rings = curves([line], palette=theme.LIGHT, x="", y="", marks=[Mark(1, 1.0, "here")]).data
    assert below == alone
    assert (list(rings.x), list(rings.y), list(rings.text)) == ([1], [1], ["here"])


@pytest.mark.parametrize("log_y", [False, True])
def test_names_stand_at_the_ends_of_lines_and_apart(log_y):
    at = np.arange(3)
    ends = {"low": [9, 1, np.nan], "same": [1, 1, 10], "also": [2, 1, 10], "none": [np.nan] * 3}
    lines = [Line(name, at, np.array(values, float), theme.ROTARY) for name, values in ends.items()]
    lines.append(Line("silent", at, np.ones(3), theme.ROTARY, in_legend=False))
    figure = curves(lines, palette=theme.LIGHT, x="", y="", log_y=log_y)
    layout = named_at_ends(figure, lines, 0.0, 2.0 if log_y else 20.0, log_y=log_y).layout
    notes = {note.text: note.y for note in layout.annotations}
    assert [*notes] == ["low", "same", "also"]
    assert notes["low"] < min(notes["same"], notes["also"])
    assert (notes["same"] + notes["also"]) / 2 == pytest.approx(1 if log_y else 10)
    low, high = layout.yaxis.range
    assert low < min(notes.values()) < max(notes.values()) < high
    assert abs(notes["same"] - notes["also"]) > (high - low) * 16 / layout.height
    assert layout.margin.r > 30
    assert not layout.showlegend


# ---- Heatmap.

AXES = {"palette": theme.LIGHT, "x": "key (tokens)", "y": "query (tokens)", "unit": "dot product"}


@pytest.mark.parametrize(
    ("values", "ends", "colours"),
    [
        ([104, 256], (0, 256), (theme.LIGHT.neutral, theme.LIGHT.positive)),
        ([-8, 0], (-8, 0), (theme.LIGHT.negative, theme.LIGHT.neutral)),
        ([-2, 1], (-2, 2), (theme.LIGHT.negative, theme.LIGHT.neutral, theme.LIGHT.positive)),
    ],
)
def test_values_of_one_sign_have_a_scale_that_begins_at_zero(values, ends, colours):
    (cells,) = signed_heatmap(np.array([values], float), **AXES).data
    assert (cells.zmin, cells.zmax) == ends
    assert tuple(colour for _, colour in cells.colorscale) == colours


# ---- Labels.


def test_names_that_had_to_move_have_leaders_from_their_lines_in_the_same_order():
    ends = [("a", 0.0, "#111111"), ("b", -1.0, "#222222"), ("c", -2.0, "#333333"), ("far", -50.0, "#444444")]
    notes = at_ends(ends, -60.0, 0.0, gap=5.0)
    assert [note["y"] for note in notes] == pytest.approx([0, -1, -2, -50], abs=1e-3)
    assert [note["ay"] for note in notes] == pytest.approx([-2.5, -7.5, -12.5, -50])
    assert all(note["showarrow"] and note["ayref"] == "y" for note in notes)
    assert all(note["arrowcolor"] == note["font"]["color"] for note in notes)


def test_names_beside_their_ends_need_no_leaders():
    notes = at_ends([("a", 0.0, "#111111"), ("b", -6.0, "#222222")], -60.0, 4.0, gap=5.0)
    assert [note["y"] for note in notes] == [0, -6]
    assert not any("ay" in note for note in notes)


HEIGHTS = npst.arrays(np.float64, st.integers(1, 8), elements=st.floats(-100, 100))


@given(HEIGHTS, st.floats(0, 50))
def test_labels_keep_their_order_and_their_distance(values, gap):
    placed = np.sort(label_heights(values, gap))
    assert (np.diff(placed) >= gap - 1e-9).all()
    in_order = label_heights(values, gap)[np.argsort(values, kind="stable")]
    assert all(a <= b for a, b in itertools.pairwise(in_order))


@given(st.lists(st.integers(-100, 100), min_size=1, unique=True))
def test_labels_with_room_stay_where_they_are(values):
    heights = np.array(values, float)
    np.testing.assert_array_equal(label_heights(heights, 0.5), heights)
