import numpy as np
import pytest

from figures.curves import Line
from figures.theme import DARK, LIGHT, ROTARY
from figures.words.shares import share_panels

X = np.array([8, 64, 512])


def line(name, share):
    return Line(name, X, np.full(3, share), ROTARY)


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_panels_share_one_axis_and_each_curve_is_named_beside_its_start(palette):
    panels = {"position": [line("a", 1), line("b", 0.5)], "word": [line("a", 0), line("b", 0.25)]}
    figure = share_panels(panels, palette=palette, x="d_model (features)", ticks=[8, 512], log_x=True)
    notes = figure.layout.annotations
    assert [note.text for note in notes] == ["position", "a", "b", "word", "a", "b"]
    assert [note.xanchor for note in notes] == ["left", "right", "right"] * 2
    assert notes[1].y > notes[2].y
    assert notes[4].y < notes[5].y
    assert notes[5].yref == "y2"
    assert not figure.layout.showlegend
    assert figure.layout.xaxis.type == figure.layout.xaxis2.type == "log"
    assert figure.layout.xaxis2.tickvals == (8, 512)
    assert figure.layout.xaxis2.title.text == "d_model (features)"
    assert not figure.layout.xaxis.title.text
