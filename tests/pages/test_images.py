"""What the Images room says, shows and refuses."""

import io

import numpy as np
import pytest
from PIL import Image

from components.kit.wire import header
from core.beyond_text.patch_maps import patch_maps
from pages.shared.words import read
from tests.house import ROOT
from tests.pages.test_rooms import visit

WORDS = read(ROOT / "pages/images.md")
VIEWS = ("Patches", "Directions", "Rectangle rule", "Windows", "Edge")


def told(app):
    return " ".join(text.value for text in [*app.main.markdown, *app.caption]).replace("\n", " ")


def given(app):
    """The header of what the picture of patches gets."""
    (mounted,) = [each for each in app.main.get("bidi_component") if each.proto.component_name == "patches"]
    return header(mounted.proto.bytes)


def uploaded(data, **query):
    return visit("images", query).file_uploader[0].upload("a.png", data).run()


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("query", [{}, {"resolution": "28", "side": "13", "swin_window": "32", "new_rows": "56"}, {
    "resolution": "4", "beyond": "squeezed", "patch_x": "1e9", "patch_y": "-5", "swin_window": "4", "new_rows": "7",
    "rule": "nearest", "target": "cell", "wheel_dim": "8", "wave": "3.0",
}])  # fmt: skip
def test_every_view_runs_at_every_setting(view, query):
    assert not visit("images", query | {"images_view": view}).exception


def test_the_default_view_makes_its_point_untouched():
    found = patch_maps(14, 14).of("MAE", (7, 7))
    assert f"**{found.neighbour:.3f}**" in told(visit("images", {}))
    assert "beside} &= \\frac" in visit("images", {}).latex[0].value


def test_the_rule_and_the_fits_say_their_numbers():
    text = told(visit("images", {"images_view": "Rectangle rule"}))
    assert "No axial RoPE can explain more than **0.2%**" in text
    assert "Axial RoPE explains 0.2% of the *diagonal*" in text
    assert "half of 24 such draws explain less than 20.3% of the *diagonal*" in text


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({}, "**0.177** at the edge and by **0.031** inside"),
        ({"rule": "bilinear aligned"}, "**0.000** at the edge and by **0.118** inside"),
    ],
)
def test_the_edge_of_a_grid_is_measured(query, said):
    assert said in told(visit("images", {"images_view": "Edge"} | query))


def test_a_window_reaches_further_as_it_is_than_logarithmically():
    text = told(visit("images", {"images_view": "Windows"}))
    assert "**2.14 times**" in text
    assert "**1.32 times**" in text


def test_a_readers_picture_is_shown_in_its_proportions():
    stream = io.BytesIO()
    Image.fromarray(np.zeros((30, 60, 3), np.uint8)).save(stream, "PNG")
    app = uploaded(stream.getvalue())
    assert not app.exception
    assert (given(app)["grid_rows"], given(app)["grid_columns"]) == (7, 14)
    assert "60 × 30 pixels" in told(app)


def test_a_file_that_is_no_picture_is_refused_by_name():
    app = uploaded(b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>")
    assert not app.exception
    assert "file must be a picture in PNG, JPEG, WEBP, GIF or BMP, got 71 bytes" in app.warning[0].value
    assert given(app)["grid_rows"] == 14
