import re
import xml.etree.ElementTree as ET
from urllib.parse import unquote

import numpy as np
import pytest

from figures.teach.sketch import EDGE, HEIGHT, WIDTH, sketch
from figures.theme import DARK, LIGHT


def points(html):
    drawing = ET.fromstring(unquote(re.search(r'src="data:image/svg\+xml,([^"]*)"', html)[1]))
    line = drawing.find("{http://www.w3.org/2000/svg}polyline")
    return np.array([point.split(",") for point in line.get("points").split()], float), line.get("stroke")


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_a_curve_goes_from_edge_to_edge_with_its_largest_value_on_top(palette):
    html = sketch(np.arange(3.0), np.array([0, 4, 2.0]), low=0, high=4, name="up and down", palette=palette)
    line, colour = points(html)
    np.testing.assert_allclose(line, [[EDGE, HEIGHT - EDGE], [WIDTH / 2, EDGE], [WIDTH - EDGE, HEIGHT / 2]])
    assert colour == palette.text
    assert 'alt="up and down"' in html


def test_a_flat_picture_and_many_points_are_drawn():
    line, _ = points(sketch(np.arange(5000.0), np.ones(5000), low=1, high=1, name="flat", palette=LIGHT))
    assert len(line) < 100
    assert (line[:, 1] == HEIGHT - EDGE).all()


def test_a_name_stays_a_name():
    html = sketch(np.arange(2.0), np.arange(2.0), low=0, high=1, name='"><script>', palette=LIGHT)
    assert "<script>" not in html
