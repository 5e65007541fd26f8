from urllib.parse import unquote
from xml.etree import ElementTree

import numpy as np
import pytest

from figures import room_pictures
from pages.shared import contents
from pages.shared.card import picture


def read(address):
    """The elements of a drawing, without the namespace."""
    kind, text = address.split(",", 1)
    assert kind == "data:image/svg+xml"
    root = ElementTree.fromstring(unquote(text))
    return [(element.tag.rpartition("}")[2], element.attrib) for element in root.iter()]


@pytest.mark.parametrize("stem", [stem for stem in contents.ROOMS if stem != "home"])
def test_every_room_has_a_small_drawing(stem):
    address = picture(stem)
    assert len(address) < 6_000
    assert not set(address) & set('"<>&')  # it stands in an attribute
    assert {"path", "polyline", "rect"} & {tag for tag, _ in read(address)}


def test_a_curve_reaches_from_edge_to_edge():
    (line,) = (
        element["points"]
        for tag, element in read(room_pictures.curves([np.array([0.0, 2.0])], low=0, high=2))
        if tag == "polyline"
    )
    assert line == f"3,{room_pictures.HEIGHT - 3:.1f} {room_pictures.WIDTH - 3},3.0"


def test_a_hand_starts_at_twelve_and_turns_clockwise():
    hands = [path["d"] for tag, path in read(room_pictures.dials(np.array([[0, 1], [1, 0]]))) if tag == "path"]
    assert [hand.rpartition("l")[2] for hand in hands] == ["0.0,-12.8", "12.8,-0.0"]


def test_cells_are_as_strong_as_their_values():
    cells = [cell for tag, cell in read(room_pictures.cells(np.array([[-1.0, 0.5]]), limit=1)) if tag == "rect"]
    assert [(cell["opacity"], cell.get("class")) for cell in cells] == [("1.0", None), ("0.5", "own")]
