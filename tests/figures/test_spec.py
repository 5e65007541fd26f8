import numpy as np
import pytest
from plotly.subplots import make_subplots

from figures import spec, theme

LOOK = {"palette": theme.DARK, "x": "position (tokens)", "y": "value", "height": 300}
LINE = {"type": "scatter", "x": np.arange(3), "y": np.arange(3.0)}


def test_what_is_put_under_a_figure_wins_and_leaves_the_figure_as_it_was():
    figure = spec.figure([LINE, LINE | {"mode": "markers"}], {"xaxis": {"range": [0, 1]}}, **LOOK)
    changed = figure.under({"xaxis": {"range": [0, 2]}}, mode="lines")
    assert [trace.mode for trace in changed.data] == ["lines", "lines"]
    assert (changed.layout.xaxis.range, changed.layout.xaxis.title.text) == ((0, 2), "position (tokens)")
    assert (figure.data[1].mode, figure.layout.xaxis.range) == ("markers", (0, 1))


def test_the_own_layout_wins_and_keeps_the_rest_of_the_look():
    own = {"margin": {"t": 3}, "xaxis": {"title": {"standoff": 7}, "gridcolor": "red"}, "yaxis2": {"range": [0, 1]}}
    layout = spec.figure([LINE], own, **LOOK).layout
    assert (layout.margin.t, layout.margin.l) == (3, 64)
    assert (layout.xaxis.title.text, layout.xaxis.title.standoff) == ("position (tokens)", 7)
    assert (layout.xaxis.gridcolor, layout.yaxis.gridcolor) == ("red", theme.DARK.grid)
    assert (layout.yaxis2.gridcolor, layout.yaxis2.range, layout.yaxis2.title.text) == (
        theme.DARK.grid,
        (0, 1),
        None,
    )


def test_what_plotly_does_not_know_is_refused():
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
