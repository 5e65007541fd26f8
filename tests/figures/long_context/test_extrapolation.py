import numpy as np

from figures import theme
from figures.curves import Line
from figures.long_context.extrapolation import accuracy, loss_by_position, shaded_text

AT = np.array([4.0, 64.0, 120.0, 136.0, 512.0, 2000.0])
LEVEL = Line("level", AT, np.full(6, 1.3), theme.ALIBI)
CLIFF = Line("cliff", AT, np.array([1.3, 1.3, 1.3, 3.0, 3.9, 3.9]), theme.ROTARY)
HIGH = Line("high", AT, np.full(6, 3.5), theme.INK)

APART = {"near": (0.9, 0.1), "far": (0.5, 0.1)}  # of accuracies at the last two lengths


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
    seed = Line("short, seed 1", AT[:3], LEVEL.y[:3], theme.LEARNED, in_legend=False)
    shown = {"trained": 128, "shaded": "", "last": 2048, "palette": theme.LIGHT, "x": "position", "y": "loss"}
    notes = {note.text: note for note in loss_by_position([LEVEL, short, seed], **shown).layout.annotations}
    assert "short, seed 1" not in notes
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


def test_accuracy_is_named_where_lines_are_apart_and_one_that_ends_in_training_there():
    lengths = np.array([32, 64, 128, 256])
    near, far = (Line(name, lengths, np.array([1, 1, *y]), theme.BIAS) for name, y in APART.items())
    short = Line("short", lengths[:2], np.ones(2), theme.INK)
    shown = {
        "trained": 64,
        "shaded": "in training",
        "last": 256,
        "palette": theme.LIGHT,
        "x": "length",
        "y": "share",
    }
    layout = accuracy([near, far, short], **shown).layout
    notes = {note.text: note for note in layout.annotations}
    assert [round(10 ** notes[name].x) for name in APART] == [128, 128]
    assert round(10 ** notes["short"].x) == 64
    assert layout.shapes[0].x1 == 64
    assert layout.xaxis.ticktext == ("32", "64", "128", "256")


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
