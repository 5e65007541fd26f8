import numpy as np

from figures import theme
from figures.curves import Line
from figures.long_context.extrapolation import loss_by_position, shaded_text

AT = np.array([4.0, 64.0, 120.0, 136.0, 512.0, 2000.0])
LEVEL = Line("level", AT, np.full(6, 1.3), theme.ALIBI)
CLIFF = Line("cliff", AT, np.array([1.3, 1.3, 1.3, 3.0, 3.9, 3.9]), theme.ROTARY)
HIGH = Line("high", AT, np.full(6, 3.5), theme.INK)


def drawn(*further, **other):
    shown = {
        "trained": 128,
        "shaded": "in training",
        "last": 2048,
        "palette": theme.LIGHT,
        "x": "position",
        "y": "loss",
    }
    return loss_by_position([LEVEL, CLIFF, HIGH, *further], **shown, **other)


def test_training_is_shaded_up_to_a_line_and_names_stand_at_the_ends():
    layout = drawn().layout
    shade, edge = layout.shapes
    assert (shade.x0, shade.x1, edge.x0, edge.x1) == (4, 128, 128, 128)
    names = {note.text: note for note in layout.annotations}
    assert {"level", "cliff", "high", "in training"} == {*names}
    assert names["level"].x == 1


def test_a_line_that_ends_in_training_is_named_there():
    short = Line("short", AT[:3], LEVEL.y[:3], theme.LEARNED)
    shown = {"trained": 128, "shaded": "", "last": 2048, "palette": theme.LIGHT, "x": "position", "y": "loss"}
    notes = {note.text: note for note in loss_by_position([LEVEL, short], **shown).layout.annotations}
    assert 119 < 10 ** notes["short"].x < 121
    assert notes["level"].x == 1


def test_inside_the_picture_a_name_stands_where_its_line_rises():
    bent = Line("bent", AT, np.array([1.3, 1.3, 1.3, 1.6, 2.0, 2.6]), theme.BIAS)  # never as high as names stand
    layout = drawn(bent, inside=True, wanted=512).layout
    names = {note.text: note for note in layout.annotations}
    assert 120 < 10 ** names["cliff"].x < 512
    assert 10 ** names["high"].x < 120
    assert 512 < 10 ** names["bent"].x < 2000
    assert names["level"].xanchor == "right"
    assert layout.shapes[-1].x0 == 512


def test_every_character_has_a_cell_and_the_first_no_loss():
    text = "ab c\n" * 30
    scale = {0.0: "expected", 4.0: "a guess"}
    shown = {"trained": 128, "words": scale, "palette": theme.DARK, "title": "surprise"}
    (cells,) = shaded_text(text, np.arange(149) / 100, **shown).data
    assert cells.colorscale[0][1] == theme.LIGHT.neutral  # darker is worse, in the dark theme too
    assert np.isnan(cells.z[0][0])
    np.testing.assert_allclose(cells.z.ravel()[1:150], np.arange(149) / 100, rtol=1e-6)
    assert list(cells.text[0][:5]) == ["a", "b", "", "c", "↵"]
    assert len(shaded_text(text, np.ones(149), **shown).layout.shapes) == 1
    assert not shaded_text(text[:100], np.ones(99), **shown).layout.shapes
