import numpy as np
import pytest

from figures import theme
from figures.curves import Line
from figures.long_context.extrapolation import PALE, Band, by_length, strips

AT = np.array([4.0, 64.0, 120.0, 136.0, 512.0, 2000.0])
LEVEL = Line("level", AT, np.full(6, 1.3), theme.ALIBI)
CLIFF = Line("cliff", AT, np.array([1.3, 1.3, 1.3, 3.0, 3.9, 3.9]), theme.ROTARY)
SHORT = Line("short", AT[:3], LEVEL.y[:3], theme.LEARNED)


def figure_and_names(lines, original, **other):
    axes = {"shade_label": "in training", "palette": theme.LIGHT, "x": "position", "y": "value"}
    figure = by_length(lines, original=original, **axes, **other)
    shade, edge, *_ = figure.layout.shapes
    assert shade.x1 == edge.x0 == edge.x1 == original
    return figure, {note.text: note for note in figure.layout.annotations}


def test_lines_are_named_at_their_ends_without_leaders():
    _, names = figure_and_names([LEVEL, CLIFF, SHORT], 128)
    assert {"level", "cliff", "short", "in training"} == {*names}
    assert names["level"].x == names["cliff"].x == 1
    assert 119 < 10 ** names["short"].x < 121
    assert (names["short"].y, names["short"].xanchor) == (1.3, "right")
    assert not any(note.showarrow for note in names.values())


def test_labels_of_the_axis_stand_at_powers_of_four_from_the_trained_length_on():
    figure, _ = figure_and_names([LEVEL], 128)
    assert figure.layout.xaxis.ticktext == ("8", "32", "128<br>1 ×", "512<br>4 ×", "2,048<br>16 ×")
    assert figure.layout.xaxis.tickangle == 0


def test_levels_are_named_beside_them_and_the_mark_stands_between_them():
    levels = {"like the book": 1.3, "a guess": 4.1}
    figure, names = figure_and_names([LEVEL, CLIFF], 128, levels=levels, marked=256)
    assert {name: names[name].y for name in levels} == levels
    assert (names["a guess"].yanchor, names["like the book"].yanchor) == ("bottom", "top")
    (mark,) = (shape for shape in figure.layout.shapes if shape.x0 == 256)
    assert (mark.y0, mark.y1) == (1.3, 4.1)


def test_a_band_goes_around_below_the_lines():
    band = Band(AT, LEVEL.y - 0.1, LEVEL.y + 0.2, theme.ALIBI)
    figure, _ = figure_and_names([LEVEL], 128, bands=[band])
    assert [trace.fill for trace in figure.data] == ["toself", None]
    np.testing.assert_allclose(figure.data[0].x, [*AT, *AT[::-1]])
    assert (min(figure.data[0].y), max(figure.data[0].y)) == (1.2, 1.5)


@pytest.mark.parametrize("palette", [theme.LIGHT, theme.DARK], ids=["light", "dark"])
def test_strips_are_red_from_the_trained_length_on_and_stronger_where_the_loss_is_greater(palette):
    rows = {"one": np.array([1.0, 1.2, 3.0]), "two": np.array([1.5, 3.5, 4.0])}
    texts = {"words": {"inside": "in training", "beyond": "never seen"}, "scale": {1.3: "book", 4.1: "guess"}}
    figure = strips(
        rows, [0, 8, 128, 512], original=128, unit=128, target=256, palette=palette, x="position", **texts
    )
    inside, beyond = figure.data
    assert (inside.x[-1], beyond.x[0]) == (128, 128)
    np.testing.assert_allclose(np.hstack([inside.z, beyond.z]), [*rows.values()])
    assert (inside.zmin, inside.zmax) == (beyond.zmin, beyond.zmax) == (PALE, 4.1)
    assert (
        inside.colorscale[0][1] == beyond.colorscale[0][1] == palette.neutral
    )  # pale: near the page in both themes
    assert (inside.colorscale[1][1], beyond.colorscale[1][1]) == (palette.ramp(4)[-1], theme.UNSEEN)
    assert [shape.x0 for shape in figure.layout.shapes] == [128, 256]
