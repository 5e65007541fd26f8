"""Pictures of questions, on screen and on paper."""

import re
import xml.etree.ElementTree as ET
from urllib.parse import unquote

import numpy as np
import pytest

from core.teach.questions import CARDS
from core.teach.questions.card import Claim, Evidence, Guess, Number, Point, Series, Shape
from figures.teach import sketch as small
from figures.teach.agreement import LEAST, MOST, Agreement, agreement_dots
from figures.teach.evidence import evidence_figure
from figures.teach.paper import HEIGHT, LETTERS, WIDTH, choices_svg, evidence_svg
from figures.theme import DARK, LIGHT
from pages.teach.question_words import settle_card

# ---- Agreement.

CASES = [
    Agreement("Slopes", "8 heads", 0.0, "none", True),
    Agreement("Slopes", "12 heads", 0.3, "some", True),
    Agreement("Buckets", "causal", float("inf"), "one off", False),
]


def test_a_case_stands_on_its_row_at_its_share():
    agree, differ = agreement_dots(CASES, palette=LIGHT, agrees="agrees", differs="does not").data
    assert (agree.name, list(agree.y), list(agree.x)) == ("agrees", ["Slopes", "Slopes"], [LEAST, 0.3])
    assert (differ.name, list(differ.y), list(differ.x)) == ("does not", ["Buckets"], [MOST])
    assert [note[1] for note in agree.customdata] == ["none", "some"]


# ---- Evidence.

X = np.array([1.0, 10, 100])
PLAIN = Evidence("x (tokens)", "y (1)", Point(10, 2, "here"), (Series("own", X, X / 5),))


def figure_of(evidence, guess):
    return evidence_figure(evidence, palette=LIGHT, guess=guess)


def texts(figure):
    return [annotation.text for annotation in figure.layout.annotations]


@pytest.mark.parametrize("slug", CARDS)
def test_every_card_is_drawn_with_its_guess(slug):
    card, proof = CARDS[slug], settle_card(slug)
    figure = figure_of(proof.evidence, card.asks.mark(proof.truth, "you: so"))
    labels = texts(figure) + [trace.name for trace in figure.data]
    assert sum("you: so" in str(text) for text in labels) == 1
    assert f"<b>{proof.evidence.point.label}</b>" in texts(figure)[-1].replace("<br>", " ")
    assert (figure.layout.xaxis.title.text, figure.layout.yaxis.title.text) == (proof.evidence.x, proof.evidence.y)
    kinds = {Claim: 0, Number: 1, Shape: 0}
    assert len(figure.layout.shapes) == kinds[type(card.asks)]


@pytest.mark.parametrize(("axis", "other"), [("x", "y"), ("y", "x")])
def test_a_number_is_a_line_across(axis, other):
    line = figure_of(PLAIN, Guess("you: 7", axis, 7)).layout.shapes[0]
    assert (line[f"{axis}0"], line[f"{axis}1"], line.line.dash) == (7, 7, "dash")
    assert (line[f"{other}ref"], line[f"{other}0"], line[f"{other}1"]) == (f"{other} domain", 0, 1)


@pytest.mark.parametrize(
    ("axis", "at", "arrow"),
    [("x", 5000, "→ "), ("x", -5000, "← "), ("y", 5000, "↑ "), ("y", -5000, "↓ "), ("x", 9, "")],
)
@pytest.mark.parametrize("log", [False, True])
def test_a_number_beyond_the_picture_is_reported_at_its_edge(axis, at, arrow, log):
    evidence = Evidence(PLAIN.x, PLAIN.y, PLAIN.point, PLAIN.series, log_x=log, log_y=log)
    figure = figure_of(evidence, Guess("you", axis, at))
    note, ends = figure.layout.annotations[0], figure.layout[f"{axis}axis"].range
    assert note.text == f"{arrow}you"
    assert ends[0] <= note[axis] <= ends[1]
    edge = figure.layout.shapes[0][f"{axis}0"]
    assert (np.log10(edge) if log else edge) == pytest.approx(note[axis])


# ---- Pictures for paper: every question's, without colour, within their frame.


@pytest.mark.parametrize("slug", CARDS)
def test_the_picture_of_a_question_lies_within_its_frame_and_names_what_decides(slug):
    evidence = settle_card(slug).evidence
    svg = ET.fromstring(evidence_svg(evidence))
    points = re.findall(r"(-?[\d.]+),(-?[\d.]+)", " ".join(each.get("points", "") for each in svg.iter()))
    x, y = np.array(points, float).reshape(-1, 2).T
    wide, high = map(float, svg.get("viewBox").split()[2:])
    assert np.all((x >= 0) & (x <= wide) & (y >= 0) & (y <= high))
    assert names_beside(svg) == ([each.name for each in evidence.series] if len(evidence.series) > 1 else [])
    labels = [each.text for each in svg.iter() if each.text]
    assert {evidence.x, evidence.y, evidence.point.label} <= set(labels)
    assert not re.search("nan|inf", ET.tostring(svg, "unicode"))
    colours = re.findall(r"#(\w+)", evidence_svg(evidence))
    assert all(len(set(colour)) == 1 for colour in colours)  # greys
    empty = evidence_svg(evidence, has_data=False)  # must not answer
    assert evidence.point.label not in empty
    assert not re.search("<polyline|<circle|<rect", empty)


def names_beside(svg):
    """Names to the right of the axes, where no curve runs; their rows stand below one another."""
    names = {}
    for number, each in enumerate(svg):
        if each.text and float(each.get("x")) > WIDTH:
            key_at = max(at for at, before in enumerate(svg) if at < number and not before.text)
            names.setdefault(key_at, []).append(each)
    rows = [(float(row.get("y")), float(row.get("font-size"))) for name in names.values() for row in name]
    heights, sizes = np.array(sorted(rows)).reshape(-1, 2).T
    assert np.all(np.diff(heights) >= sizes[1:])
    return [" ".join(row.text for row in name) for name in names.values()]


def test_names_on_paper_stand_in_the_order_of_the_ends_of_their_lines():
    evidence = settle_card("past-training").evidence  # RoPE's loss ends far above ALiBi's
    svg = ET.fromstring(evidence_svg(evidence))
    height = {each.text: float(each.get("y")) for each in svg.iter() if each.text}
    assert [each.name for each in evidence.series] == ["RoPE", "ALiBi"]
    assert height["RoPE"] + 40 < height["ALiBi"]


@pytest.mark.parametrize("slug", CARDS)
def test_type_is_readable_where_the_picture_is_64_mm_wide_and_labels_below_the_axis_stand_apart(slug):
    svg = ET.fromstring(evidence_svg(settle_card(slug).evidence))
    texts = list(svg.iter("{http://www.w3.org/2000/svg}text"))
    point = 25.4 / 72 * WIDTH / 64  # SVG units
    assert min(float(each.get("font-size")) for each in texts) >= 5.5 * point
    below = [each for each in texts if float(each.get("y")) == HEIGHT - 23]
    x = np.array([float(each.get("x")) for each in below])
    half = np.array([0.27 * float(each.get("font-size")) * len(each.text) for each in below])
    assert np.all((x + half)[:-1] < (x - half)[1:])


def test_choices_have_letters():
    x, curves = next(card.asks.draw() for card in CARDS.values() if isinstance(card.asks, Shape))
    svg = ET.fromstring(choices_svg(x, curves))
    assert [each.text for each in svg.iter() if each.text] == list(LETTERS)
    assert len([*svg.iter("{http://www.w3.org/2000/svg}polyline")]) == 4


# ---- Sketch.


def points(html):
    drawing = ET.fromstring(unquote(re.search(r'src="data:image/svg\+xml,([^"]*)"', html)[1]))
    line = drawing.find("{http://www.w3.org/2000/svg}polyline")
    return np.array([point.split(",") for point in line.get("points").split()], float), line.get("stroke")


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_a_curve_goes_from_edge_to_edge_with_its_largest_value_on_top(palette):
    html = small.sketch(np.arange(3.0), np.array([0, 4, 2.0]), low=0, high=4, name="up and down", palette=palette)
    line, colour = points(html)
    np.testing.assert_allclose(
        line,
        [
            [small.EDGE, small.HEIGHT - small.EDGE],
            [small.WIDTH / 2, small.EDGE],
            [small.WIDTH - small.EDGE, small.HEIGHT / 2],
        ],
    )
    assert colour == palette.text
    assert 'alt="up and down"' in html


def test_a_flat_picture_and_many_points_are_drawn():
    line, _ = points(small.sketch(np.arange(5000.0), np.ones(5000), low=1, high=1, name="flat", palette=LIGHT))
    assert len(line) < 100
    assert (line[:, 1] == small.HEIGHT - small.EDGE).all()


def test_a_name_is_escaped_in_html():
    html = small.sketch(np.arange(2.0), np.arange(2.0), low=0, high=1, name='"><script>', palette=LIGHT)
    assert "<script>" not in html
