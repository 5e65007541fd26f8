import numpy as np
import pytest

from figures import theme
from figures.long_context.coverage import pair_turns, unseen_strips
from figures.long_context.rules import Look

SHARES = {"Unscaled": np.linspace(0, 1, 16 * 64).reshape(16, 64), "Linear": np.zeros((16, 64))}
LOOKS = dict(zip(SHARES, [Look("black"), Look("grey", "dot")], strict=True))
TURNS = {
    "looks": LOOKS,
    "original": 512,
    "target": 4096,
    "palette": theme.LIGHT,
    "x": "position",
    "y": "turns",
    "red": "unseen",
}


def strips(shares=SHARES, **other):
    axes = {"positions": 256, "original": 512, "palette": theme.LIGHT, "pair": 7, "x": "pair", "y": "position"}
    titles = {rule: f"{rule}: a share" for rule in shares}
    return unseen_strips(shares, titles=titles, looks=dict.fromkeys(shares, LOOKS["Linear"]), **axes | other)


def test_a_strip_for_each_rule_red_where_unseen():
    cells = [trace for trace in strips().data if trace.type == "heatmap"]
    for trace, share in zip(cells, SHARES.values(), strict=True):
        np.testing.assert_allclose(trace.z / 100, share, atol=0.005)
        assert (trace.zmin, trace.zmax) == (0, 100)
        assert [colour for _, colour in trace.colorscale] == [theme.LIGHT.neutral, theme.UNSEEN]
        assert (trace.y0, trace.dy) == (128, 256)


def test_the_red_background_begins_where_the_arc_ends():
    figure = pair_turns({"Unscaled": 3 / 4096, "Linear": 0.375 / 4096}, arc=0.375, **TURNS)
    bands = [shape for shape in figure.layout.shapes if shape.type == "rect"]
    assert [(band.y0, band.y1) for band in bands] == [(0.375, 1), (1.375, 2), (2.375, 3)]
    assert {band.fillcolor for band in bands} == {theme.UNSEEN}
    assert [trace.name for trace in figure.data] == ["Unscaled", "Linear", "unseen"]
    np.testing.assert_allclose(figure.data[0].y[[0, -1]], [0, 3])


def test_nothing_is_red_for_a_pair_that_has_seen_the_whole_circle():
    figure = pair_turns({"Unscaled": 1.0}, arc=512, **TURNS)
    assert [shape.type for shape in figure.layout.shapes] == ["line"]
    assert [trace.name for trace in figure.data] == ["Unscaled"]
    assert figure.layout.yaxis.range[1] > 4096


def test_a_pair_that_hardly_turns_is_drawn_against_a_whole_turn():
    figure = pair_turns({"Unscaled": 1e-9}, arc=5e-7, **TURNS)
    assert figure.layout.yaxis.range[1] == pytest.approx(1.02)
    assert figure.layout.meta["follows"] == {"yaxis": ["base", "context"]}  # for under the hand it may turn often
