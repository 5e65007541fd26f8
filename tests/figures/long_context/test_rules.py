"""Rules, turns, panels, wavelengths, rounding errors and layers are drawn as long texts need them."""

import numpy as np
import pytest

from core.scaling import RULES, by_parts, dynamic, linear, llama3, ntk, proportional, yarn
from figures import theme
from figures.long_context.coverage import pair_turns
from figures.long_context.model import (
    INCOMPLETE,
    MOST_TICKS,
    WavelengthRow,
    wavelength_rows,
)
from figures.long_context.pair_panels import Level, Panel, panel_height, stack
from figures.long_context.precision import FAINT, FULL, error_heatmap
from figures.long_context.rules import Look, Quantity, looks_of, pair_curves

# ---- Rules.

VALUES = {"Unscaled": np.geomspace(1, 1e-4, 64), "NTK": np.geomspace(1, 1e-5, 64)}
RULE_LOOKS = looks_of({name: rule.look for name, rule in RULES.items()})
AXES = {"looks": RULE_LOOKS, "palette": theme.DARK, "pair": 5, "x": "pair"}


def test_no_two_rules_look_alike_and_none_is_red():
    assert len({*RULE_LOOKS.values()}) == len(RULES), (
        "give each rule another look, a colour and a dash, in its record"
    )
    assert theme.UNSEEN not in {look.colour for look in RULE_LOOKS.values()}


@pytest.mark.parametrize("related", [(linear, proportional), (ntk, dynamic), (yarn, by_parts, llama3)])
def test_related_rules_share_a_colour(related):
    assert len({RULE_LOOKS[module.RULE.name].colour for module in related}) == 1


def test_a_rule_looks_alike_in_every_panel_and_is_named_once():
    figure = pair_curves([Quantity("a", VALUES, log=True), Quantity("b", VALUES)], **AXES)
    assert [trace.name for trace in figure.data] == [*VALUES, *VALUES]
    notes = [note.text for note in figure.layout.annotations]
    assert [notes.count(name) for name in VALUES] == [1, 1]
    for trace in figure.data:
        assert (trace.line.color, trace.line.dash) == (RULE_LOOKS[trace.name].colour, RULE_LOOKS[trace.name].dash)
        np.testing.assert_allclose(trace.y, VALUES[trace.name], rtol=1e-6)
        np.testing.assert_array_equal(trace.x, np.arange(64))
    assert (figure.layout.yaxis.type, figure.layout.yaxis2.type) == ("log", "linear")


def test_no_name_lies_on_a_curve_or_another_name():  # on a phone, where a panel is 300 pixels wide
    pairs = np.arange(64)
    ramp = np.clip((46 - pairs) / 26, 0.125, 1)
    values = {"Unscaled": np.ones(64), "Linear": np.full(64, 0.125), "NTK": 0.125 ** (pairs / 63), "YaRN": ramp}
    figure = pair_curves([Quantity("a", values, log=True), Quantity("b", values)], **AXES, height=330)
    height, boxes = panel_height(330, 2), []
    for name in (note for note in figure.layout.annotations if note.text in values):
        width = 7 * len(name.text)
        left = name.x / 63 * 300 - {"left": 0, "center": width / 2, "right": width}[name.xanchor]
        bottom = (1 + np.log(10**name.y) / np.log(8)) * height + (1 if name.yanchor == "bottom" else -14)
        inside = (pairs / 63 * 300 >= left) & (pairs / 63 * 300 <= left + width)
        for curve in values.values():
            at = (1 + np.log(curve[inside]) / np.log(8)) * height
            assert not ((at > bottom) & (at < bottom + 13)).any(), name.text
        for other in boxes:
            assert left > other[1] or left + width < other[0] or abs(bottom - other[2]) >= 13
        boxes.append((left, left + width, bottom))
    assert len(boxes) == 4


def test_a_name_stands_where_its_curve_is_apart_from_the_others_and_equal_curves_have_theirs_above_each_other():
    pairs = np.arange(64)
    values = {"Unscaled": np.ones(64), "YaRN": np.where(pairs < 40, 1.0, 0.125), "Linear": np.full(64, 0.125)}
    names = {note.text: note for note in pair_curves([Quantity("a", values)], **AXES).layout.annotations}
    assert names["Unscaled"].x >= 40
    assert names["Linear"].x < 40
    twice = {"Linear": values["Linear"], "Proportional": values["Linear"]}
    names = {note.text: note for note in pair_curves([Quantity("a", twice)], **AXES).layout.annotations}
    boxes = [(note.x, note.xanchor, note.yanchor) for note in (names["Linear"], names["Proportional"])]
    assert boxes[0] != boxes[1]


# ---- Coverage.

TURN_LOOKS = {"Unscaled": Look("black"), "Linear": Look("grey", "dot")}

TURNS = {
    "looks": TURN_LOOKS,
    "original": 512,
    "target": 4096,
    "palette": theme.LIGHT,
    "x": "position",
    "y": "turns",
}


def test_the_red_background_begins_where_the_arc_ends():
    figure = pair_turns({"Unscaled": 3 / 4096, "Linear": 0.375 / 4096}, arc=0.375, **TURNS)
    bands = [shape for shape in figure.layout.shapes if shape.type == "rect"]
    assert [(band.y0, band.y1) for band in bands] == [(0.375, 1), (1.375, 2), (2.375, 3)]
    assert {band.fillcolor for band in bands} == {theme.UNSEEN}
    assert [note.text for note in figure.layout.annotations] == ["trained 512", "Unscaled", "Linear"]
    np.testing.assert_allclose(figure.data[0].y[[0, -1]], [0, 3])


def test_nothing_is_red_for_a_pair_that_has_seen_the_whole_circle():
    figure = pair_turns({"Unscaled": 1.0}, arc=512, **TURNS)
    assert [shape.type for shape in figure.layout.shapes] == ["line"]
    assert [trace.name for trace in figure.data] == ["Unscaled"]
    assert figure.layout.yaxis.range[1] > 4096


def test_a_pair_that_hardly_turns_is_drawn_against_a_whole_turn():
    figure = pair_turns({"Unscaled": 1e-9}, arc=5e-7, **TURNS)
    assert figure.layout.yaxis.range[1] == pytest.approx(1.02)
    assert figure.layout.meta["follows"] == {"yaxis": ["base", "context"]}  # while dragged it may turn often


# ---- Pair panels.

PANELS = {"palette": theme.LIGHT, "pair": 3, "pairs": 8, "x": "pair", "height": 600}


def line():
    return {"type": "scatter", "x": np.arange(8), "y": np.linspace(1, 100, 8)}


def test_a_chosen_pair_is_marked_and_the_axis_says_which():
    figure = stack([Panel("a", [line()])], **PANELS)
    assert (figure.layout.shapes[0].x0, figure.layout.xaxis.title.text) == (3, "pair (dotted: 3)")
    figure = stack([Panel("a", [line()])], **PANELS | {"pair": None})
    assert (figure.layout.shapes, figure.layout.xaxis.title.text) == ((), "pair")


def test_logarithmic_axes_follow_what_moves_curves_by_decades():  # which would leave the panel while dragged
    figure = stack([Panel("a", [line()], {"type": "linear"}), Panel("b", [line()], {"type": "log"})], **PANELS)
    assert figure.layout.meta["follows"] == {"yaxis2": ["base", "context"]}


def test_levels_are_dashed_and_labelled_on_either_kind_of_axis():
    levels = [Level(10, "ten"), Level(50, right=True)]
    for kind, height in (("linear", 10), ("log", 1)):
        figure = stack([Panel("a", [line()], {"type": kind}, levels)], **PANELS)
        lines = [shape for shape in figure.layout.shapes if shape.line.dash == "dash"]
        assert [shape.y0 for shape in lines] == [10, 50]
        _, label = figure.layout.annotations
        assert (label.text, label.y, label.xanchor) == ("ten", height, "left")


# ---- Pair wavelengths.

NAMES = ("complete", "incomplete", "unseen")
WAVES = np.array([6.28, 100.0, 5000.0, 20_000.0, np.inf])
FAST = np.array([True, True, False, False, False])
RED = np.array([False, False, False, True, False])


def wavelengths(rows, lengths=None, palette=theme.LIGHT):
    return wavelength_rows(rows, lengths=lengths or {"trained": 4096}, names=NAMES, palette=palette, x="tokens")


def test_every_pair_that_turns_has_one_tooth_of_the_right_colour():
    figure = wavelengths([WavelengthRow("a", WAVES, FAST, RED), WavelengthRow("b", 2 * WAVES, FAST, ~RED & False)])
    pairs = {trace.name: list(trace.customdata) for trace in figure.data}
    assert pairs == {"complete": [0, 1, 0, 1], "incomplete": [2, 2, 3], "unseen": [3]}
    assert [trace.marker.line.color for trace in figure.data] == [theme.LIGHT.text, INCOMPLETE, theme.UNSEEN]
    np.testing.assert_allclose(figure.data[1].x, [5000, 10_000, 40_000])
    assert list(figure.data[1].y) == [0, -1, -1]


def test_words_between_rows_are_not_crossed_by_the_lines_of_lengths():
    rows = [WavelengthRow("a", WAVES, FAST, RED), WavelengthRow("b", WAVES, FAST, RED)]
    figure = wavelengths(rows, {"trained": 4096, "target": 32_768})
    reach = [(shape.y0, shape.y1) for shape in figure.layout.shapes]
    assert len(reach) == 4
    for note in figure.layout.annotations:
        if note.yref != "paper":
            part = 0.12  # of a row: the height of a word
            low, high = (note.y, note.y + part) if note.yanchor == "bottom" else (note.y - part, note.y)
            assert all(high <= start or low >= end for start, end in reach), note.text


def test_very_wide_heads_are_thinned():
    many = np.geomspace(6, 1e6, 32_768)
    figure = wavelengths([WavelengthRow("a", many, many < 1e3, many > 1e5)])
    assert all(0 < len(trace.x) <= MOST_TICKS for trace in figure.data)


# ---- Rounding errors.

EDGES = np.array([1, 2, 4, 8, 16])
PAIRS = np.array([0, 5, 9])
WORST = np.array([[0, 1e-9, 1e-3, 2.5], [1e-4, 0.01, 0.1, 1], [0, 0, 0, 0]])
WORDS = {"unit": "error", "overflow": "no angle", "mark": (4, 5)}


@pytest.mark.parametrize("palette", [theme.LIGHT, theme.DARK], ids=["light", "dark"])
def test_colour_is_the_logarithm_of_the_error_between_fixed_ends(palette):
    figure = error_heatmap(WORST, EDGES, PAIRS, palette=palette, **WORDS)
    cells, ring = figure.data
    np.testing.assert_allclose(cells.z, np.log10(np.clip(WORST, FAINT, FULL)), rtol=1e-6)
    assert (cells.zmin, cells.zmax) == (np.log10(FAINT), np.log10(FULL))
    np.testing.assert_array_equal(cells.x, EDGES)
    np.testing.assert_array_equal(cells.y, PAIRS)
    np.testing.assert_allclose(cells.customdata[1, 2], [0.1, 4, 7], rtol=1e-6)  # error, first and last position
    assert (list(ring.x), list(ring.y)) == ([4], [5])
    assert figure.layout.xaxis.type == "log"
    lightness = [sum(bytes.fromhex(colour[1:])) for _, colour in cells.colorscale]
    assert lightness == sorted(lightness, reverse=palette is theme.LIGHT)  # the worst stands out most from the page
    assert len(cells.colorbar.ticktext) == len(cells.colorbar.tickvals)


def test_where_there_is_no_angle_it_is_grey_and_said():
    worst = WORST.copy()
    worst[:, 3] = np.nan
    figure = error_heatmap(worst, EDGES, PAIRS, palette=theme.LIGHT, **WORDS)
    gaps = figure.data[1]
    np.testing.assert_array_equal(np.isnan(gaps.z), ~np.isnan(worst))
    assert {colour for _, colour in gaps.colorscale} == {theme.GHOST}
    assert [note.text for note in figure.layout.annotations] == ["no angle"]
    assert np.log10(8) < figure.layout.annotations[0].x < np.log10(16)
