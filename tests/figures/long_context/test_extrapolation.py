import numpy as np

from figures import theme
from figures.curves import Line
from figures.long_context.extrapolation import HIGH, by_length, shaded_text

AT = np.array([4.0, 64.0, 120.0, 136.0, 512.0, 2000.0])
LEVEL = Line("level", AT, np.full(6, 1.3), theme.ALIBI)
BENT = Line("bent", AT, np.array([1.3, 1.3, 1.3, 1.6, 2.0, 2.6]), theme.BIAS)
CLIFF = Line("cliff", AT, np.array([1.3, 1.3, 1.3, 3.0, 3.9, 3.9]), theme.ROTARY)
HIGHER = Line("high", AT, np.full(6, 3.5), theme.INK)
SHORT = Line("short", AT[:3], LEVEL.y[:3], theme.LEARNED)


def layout_and_names(lines, original, **other):
    axes = {"shade_label": "in training", "palette": theme.LIGHT, "x": "position", "y": "value"}
    layout = by_length(lines, original=original, **axes, **other).layout
    shade, edge, *_ = layout.shapes
    assert shade.x1 == edge.x0 == edge.x1 == original
    return layout, {note.text: note for note in layout.annotations}


def test_lines_are_named_at_their_ends_and_above_one_that_ends_in_training():
    _, names = layout_and_names([LEVEL, CLIFF, HIGHER, SHORT], 128)
    assert {"level", "cliff", "high", "short", "in training"} == {*names}
    assert names["level"].x == names["cliff"].x == 1
    assert 119 < 10 ** names["short"].x < 121
    assert names["short"].ay > SHORT.y[-1] + 0.5
    near = Line("near", 2 ** np.arange(5, 9), np.array([1, 1, 0.9, 0.1]), theme.BIAS)
    layout, names = layout_and_names([near, Line("short", near.x[:2], np.ones(2), theme.INK)], 64, shares=True)
    assert names["near"].x == 1
    assert round(10 ** names["short"].x) == 64
    assert layout.xaxis.ticktext == ("32", "64", "128", "256")


def test_lines_that_end_alike_are_named_above_where_they_rise():
    layout, names = layout_and_names([LEVEL, BENT, CLIFF, HIGHER], 128, low_line="level", target=512)
    assert [round(10 ** names[name].x) for name in ("cliff", "bent")] == [136, 2000]
    assert (names["cliff"].y, names["bent"].y) == (3.0, 2.6)  # first points above
    assert HIGH < names["cliff"].ay < names["bent"].ay < layout.yaxis.range[1]  # names extend to the left
    assert (10 ** names["high"].x, names["high"].y) == (4, 3.5)
    assert names["level"].xanchor == "right"
    assert layout.shapes[-1].x0 == 512


def test_every_character_has_a_cell_and_the_first_no_loss():
    text = "ab c\n" * 30
    words = {0.0: "expected", 4.0: "a guess"}
    options = {"original": 128, "words": words, "palette": theme.DARK, "title": "surprise"}
    (cells,) = shaded_text(text, np.arange(149) / 100, **options).data
    assert cells.colorscale[0][1] == theme.LIGHT.neutral  # darker is worse, in the dark theme too
    assert np.isnan(cells.z[0][0])
    np.testing.assert_allclose(cells.z.ravel()[1:150], np.arange(149) / 100, rtol=1e-6)
    assert list(cells.text[0][:5]) == ["a", "b", "", "c", "↵"]
    assert len(shaded_text(text, np.ones(149), **options).layout.shapes) == 1
    assert not shaded_text(text[:100], np.ones(99), **options).layout.shapes
