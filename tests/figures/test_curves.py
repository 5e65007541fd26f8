"""Lines on common axes."""

import numpy as np
import pytest

from figures import theme
from figures.curves import Line, Mark, curves, named_at_ends


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
    named = named_at_ends(figure, lines, 0.0, 2.0 if log_y else 20.0, log_y=log_y)
    notes = {note.text: note.y for note in named.layout.annotations}
    assert [*notes] == ["low", "same", "also"]
    assert notes["low"] < min(notes["same"], notes["also"])
    assert (notes["same"] + notes["also"]) / 2 == pytest.approx(1 if log_y else 10)
    low, high = named.layout.yaxis.range
    assert low < min(notes.values()) < max(notes.values()) < high
    assert abs(notes["same"] - notes["also"]) > (high - low) * 16 / named.layout.height
    assert named.layout.margin.r > 30
    assert not named.layout.showlegend
