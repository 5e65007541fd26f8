import numpy as np
import pytest

from core.teach.questions import CARDS
from core.teach.questions.card import Claim, Evidence, Guess, Number, Point, Series, Shape
from figures.teach.evidence import evidence_figure
from figures.theme import DARK, LIGHT

X = np.array([1.0, 10, 100])
PLAIN = Evidence("x (tokens)", "y (1)", Point(10, 2, "here"), (Series("own", X, X / 5),))


def drawn(shown, guess=None, palette=LIGHT):
    return evidence_figure(shown, palette=palette, guess=guess)


def texts(figure):
    return [annotation.text for annotation in figure.layout.annotations]


@pytest.mark.parametrize("palette", [LIGHT, DARK])
@pytest.mark.parametrize("slug", CARDS)
def test_every_card_is_drawn_with_its_guess(slug, palette):
    card = CARDS[slug]
    found = card.settle()
    guess = card.asks.mark(found.truth, "you: so")
    figure = drawn(found.evidence, guess, palette)
    said = texts(figure) + [trace.name for trace in figure.data]
    assert sum("you: so" in str(text) for text in said) == 1
    assert f"<b>{found.evidence.point.label}</b>" in texts(figure)[-1]
    assert (figure.layout.xaxis.title.text, figure.layout.yaxis.title.text) == (found.evidence.x, found.evidence.y)
    kinds = {Claim: 0, Number: 1, Shape: 0}
    assert len(figure.layout.shapes) == kinds[type(card.asks)]


def test_a_guess_that_is_true_or_false_stands_at_the_point_that_decides():
    figure = drawn(PLAIN, Guess("you: true"))
    assert texts(figure) == ["<b>here</b><br>you: true"]
    assert (figure.layout.annotations[0].x, figure.layout.annotations[0].y) == (10, 2)


@pytest.mark.parametrize(("axis", "other"), [("x", "y"), ("y", "x")])
def test_a_number_is_a_line_across(axis, other):
    line = drawn(PLAIN, Guess("you: 7", axis, 7)).layout.shapes[0]
    assert (line[f"{axis}0"], line[f"{axis}1"], line.line.dash) == (7, 7, "dash")
    assert (line[f"{other}ref"], line[f"{other}0"], line[f"{other}1"]) == (f"{other} domain", 0, 1)


@pytest.mark.parametrize(
    ("axis", "at", "arrow"),
    [("x", 5000, "→ "), ("x", -5000, "← "), ("y", 5000, "↑ "), ("y", -5000, "↓ "), ("x", 9, "")],
)
@pytest.mark.parametrize("log", [False, True])
def test_a_number_beyond_the_picture_is_told_at_its_edge(axis, at, arrow, log):
    shown = Evidence(PLAIN.x, PLAIN.y, PLAIN.point, PLAIN.series, log_x=log, log_y=log)
    figure = drawn(shown, Guess("you", axis, at))
    note, ends = figure.layout.annotations[0], figure.layout[f"{axis}axis"].range
    assert note.text == f"{arrow}you"
    assert ends[0] <= note[axis] <= ends[1]
    edge = figure.layout.shapes[0][f"{axis}0"]
    assert (np.log10(edge) if log else edge) == pytest.approx(note[axis])


def test_a_shape_is_dashed_on_the_true_one():
    figure = drawn(PLAIN, Guess("you: flat", curve=np.ones(3)))
    true, guessed = figure.data[:2]
    assert (true.line.dash, guessed.line.dash, guessed.name) == (None, "dash", "you: flat")
    np.testing.assert_array_equal(guessed.x, X)
    np.testing.assert_array_equal(guessed.y, 1)
