"""What the Images room says, shows and refuses."""

import json

import pytest

from core.beyond_text.patch_maps import patch_maps
from core.beyond_text.rectangle import fit
from pages.shared import upload
from tests.pages.charts import charts
from tests.pages.looks import mounted
from tests.patterns import page_words, pattern
from tests.support.rooms import page, visit

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


@pytest.mark.parametrize("dim", [8, 64, 128])
def test_an_axial_head_of_any_size_gets_next_to_nothing_of_a_diagonal(dim):
    app = visit("images", {"images_view": "Directions", "wheel_dim": str(dim)}, more=True)
    text, explained = page(app), fit("diagonal", head_dim=dim).r_squared
    assert explained < 0.01
    assert pattern(WORDS["Fit"], target=WORDS["Target: diagonal"], axial=explained).search(text)
    assert pattern(WORDS["Fit: axial"], explained=explained).search(text)
    assert pattern(WORDS["Wheel: turn"], target="diagonal", draws=12, usual=0.1885).search(text)
    spokes = [chart.spec["data"][0]["x"] for chart in charts(app) if len(chart.spec["data"]) == 2]
    assert [len(each) for each in spokes] == [3 * dim // 2] * 3


def test_a_readers_picture_is_shown_in_its_proportions():
    app = uploaded(b"30 60\n" + bytes(30 * 60 * 3))
    assert (header(app)["grid_rows"], header(app)["grid_columns"]) == (7, 14)
    assert WORDS("Upload: read", width=60, height=30) in page(app)


def test_a_file_that_no_browser_has_decoded_is_refused_by_name():
    app = uploaded(b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>")
    assert "file must be a picture that your browser can show" in app.warning[0].value
    assert header(app)["grid_rows"] == 14


def test_a_file_beyond_the_sum_of_all_files_is_refused(monkeypatch):
    monkeypatch.setattr(upload, "as_file", lambda _: upload.File("1", "a.png", b"", "a.png was not kept."))
    app = visit("images", {})
    assert app.warning[0].value.startswith("**This picture is not shown.** a.png was not kept. Below")
