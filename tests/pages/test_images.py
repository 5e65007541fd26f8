"""What the Images room says, shows and refuses."""

import io
import json
from collections import defaultdict

import numpy as np
import pytest
from PIL import Image

from core.beyond_text.patch_maps import patch_maps
from pages.shared import upload
from tests.pages.charts import charts
from tests.pages.looks import mounted
from tests.pages.test_rooms import page, visit
from tests.patterns import Known, page_words, pattern

WORDS = page_words("images")


def header(app):
    """The header of what the picture of patches gets."""
    return next(part for part in map(json.loads, mounted(app)) if "grid_rows" in part)


def uploaded(data, **query):
    return visit("images", query).file_uploader[0].upload("a.png", data).run()


def test_the_default_view_makes_its_point_untouched():
    maps = patch_maps(14, 14)
    app = visit("images", {}, more=True)
    for scheme in ("axial RoPE", "MAE"):  # in the room, and under More
        assert f"**{maps.likeness(scheme, (7, 7)).neighbour:.3f}**" in page(app)
    assert "beside} &= \\frac" in app.latex[0].value


def test_the_side_is_marked_on_every_curve():
    *curves, marks = charts(visit("images", {"images_view": "Rectangle rule", "side": "7"}))[0].spec["data"]
    assert marks["x"] == [7] * 3
    np.testing.assert_allclose(marks["y"], [curve["y"][6] for curve in curves], atol=1e-6)


def test_the_rule_and_the_fits_say_their_numbers():
    text = page(visit("images", {"images_view": "Rectangle rule"}, more=True))
    assert pattern(WORDS["Fit"], target=WORDS["Target: diagonal"], ceiling=0.002).search(text)
    fits = defaultdict(Known, axial=Known(explained=0.002))
    assert pattern(WORDS["Fit: said"], target="diagonal", fits=fits, draws=12, usual=0.1885).search(text)


@pytest.mark.parametrize(
    ("query", "edge", "inside"), [({}, 0.177, 0.031), ({"rule": "bilinear aligned"}, 0, 0.118)]
)
def test_the_edge_of_a_grid_is_measured(query, edge, inside):
    text = page(visit("images", {"images_view": "Edge"} | query))
    assert pattern(WORDS["Edge: said"], own=Known(edge=edge, inside=inside)).search(text)


def test_a_window_reaches_further_as_it_is_than_logarithmically():
    text = page(visit("images", {"images_view": "Windows"}))
    reach = Known(linear_reach=2.14, logarithmic_reach=1.32)
    assert pattern(WORDS["Window: reach"], reading=reach).search(text)


def test_a_readers_picture_is_shown_in_its_proportions():
    stream = io.BytesIO()
    Image.fromarray(np.zeros((30, 60, 3), np.uint8)).save(stream, "PNG")
    app = uploaded(stream.getvalue())
    assert (header(app)["grid_rows"], header(app)["grid_columns"]) == (7, 14)
    assert WORDS("Upload: read", reading=Known(width=60, height=30, kind="PNG, RGB")) in page(app)


def test_a_file_that_is_no_picture_is_refused_by_name():
    app = uploaded(b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>")
    assert "file must be a picture in PNG, JPEG, WEBP, GIF or BMP, got 71 bytes" in app.warning[0].value
    assert header(app)["grid_rows"] == 14


def test_a_file_beyond_the_sum_of_all_files_is_refused(monkeypatch):
    monkeypatch.setattr(upload, "as_file", lambda _: upload.File("1", "a.png", b"", "a.png was not kept."))
    app = visit("images", {})
    assert app.warning[0].value.startswith("**This picture is not shown.** a.png was not kept. Below")
