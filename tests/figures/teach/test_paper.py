"""Pictures for paper: every question's, without colour, within their frame."""

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from core.teach.questions import CARDS
from core.teach.questions.card import Shape
from figures.teach.paper import HEIGHT, LETTERS, WIDTH, choices_svg, evidence_svg
from pages.teach.question_words import settled


def places(svg, name, attribute):
    return [float(each.get(attribute)) for each in svg.iter(f"{{http://www.w3.org/2000/svg}}{name}")]


@pytest.mark.parametrize("slug", CARDS)
def test_the_picture_of_a_question_lies_within_its_frame_and_names_what_decides(slug):
    evidence = settled(slug).evidence
    svg = ET.fromstring(evidence_svg(evidence))
    points = re.findall(r"(-?[\d.]+),(-?[\d.]+)", " ".join(each.get("points", "") for each in svg.iter()))
    x, y = np.array(points, float).reshape(-1, 2).T
    assert np.all((x >= 0) & (x <= WIDTH) & (y >= 0) & (y <= HEIGHT))
    said = [each.text for each in svg.iter() if each.text]
    assert {evidence.x, evidence.y, evidence.point.label} <= set(said)
    assert not re.search("nan|inf", ET.tostring(svg, "unicode"))
    colours = re.findall(r"#(\w+)", evidence_svg(evidence))
    assert all(len(set(colour)) == 1 for colour in colours)  # greys


@pytest.mark.parametrize("slug", CARDS)
def test_type_is_readable_where_the_picture_is_64_mm_wide_and_labels_below_the_axis_stand_apart(slug):
    svg = ET.fromstring(evidence_svg(settled(slug).evidence))
    texts = list(svg.iter("{http://www.w3.org/2000/svg}text"))
    point = 25.4 / 72 * WIDTH / 64  # SVG units
    assert min(float(each.get("font-size")) for each in texts) >= 5.5 * point
    below = [each for each in texts if float(each.get("y")) == HEIGHT - 23]
    x = np.array([float(each.get("x")) for each in below])
    half = np.array([0.27 * float(each.get("font-size")) * len(each.text) for each in below])
    assert np.all((x + half)[:-1] < (x - half)[1:])


@pytest.mark.parametrize("slug", CARDS)
def test_empty_axes_do_not_answer(slug):
    evidence = settled(slug).evidence
    drawn = evidence_svg(evidence, drawn=False)
    assert evidence.point.label not in drawn
    assert not re.search("<polyline|<circle|<rect", drawn)


def test_choices_have_letters():
    x, curves = next(card.asks.draw() for card in CARDS.values() if isinstance(card.asks, Shape))
    svg = ET.fromstring(choices_svg(x, curves))
    assert [each.text for each in svg.iter() if each.text] == list(LETTERS)
    assert len(places(svg, "polyline", "stroke-width")) == 4
