"""The built-in picture, pixels that a browser sends, and what is refused by name."""

from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.beyond_text.picture import LONG, Picture, PictureError, landscape, read_pixels
from tests.support.untrusted import OFTEN, damaged


def test_the_built_in_picture_has_its_shapes_and_cannot_be_changed():
    pixels = landscape().pixels
    assert pixels.shape == (LONG, LONG, 3)
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 20
    with pytest.raises(ValueError, match="read-only"):
        pixels[0] = 0


@pytest.mark.parametrize(
    ("height", "width", "along", "patches"),
    [(160, 160, 14, (14, 14)), (80, 160, 14, (7, 14)), (160, 1, 14, (14, 1)), (120, 160, 10, (8, 10))],
)
def test_patches_keep_the_proportions(height, width, along, patches):
    assert Picture(np.zeros((height, width, 3), np.uint8)).patches(along) == patches


@given(st.integers(1, LONG), st.integers(1, LONG), st.integers(0, 255))
def test_pixels_are_read_row_by_row(height, width, value):
    pixels = np.full((height, width, 3), value, np.uint8)
    pixels[0, -1] = 1, 2, 3
    np.testing.assert_array_equal(read_pixels(f"{height} {width}\n".encode() + pixels.tobytes()).pixels, pixels)


REFUSED = {
    "empty": (b"", "file must be a picture that your browser can show"),
    "a format of its own": (b"\x89PNG\r\n\x1a\n" + bytes(99), "file must be a picture that your browser can show"),
    "no rows": (b"0 5\n", "file must be a picture that your browser can show"),
    "large": (b"161 2\n", "picture must have sides of at most 160 pixels, got 2 × 161"),
    "short": (b"2 5\n" + bytes(29), "picture must have 3 bytes for each of 5 × 2 pixels, got 29 bytes"),
    "long": (b"2 5\n" + bytes(3001), "picture must have 3 bytes for each of 5 × 2 pixels, got 3,001 bytes"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_other_bytes_are_refused_by_name(name):
    data, message = REFUSED[name]
    with pytest.raises(PictureError, match=message):
        read_pixels(data)


@OFTEN
@given(damaged(st.sampled_from([b"3 4\n" + bytes(36), b"", b"\x89PNG\r\n\x1a\n"])))
def test_any_bytes_are_a_small_picture_or_refused(data):
    with suppress(PictureError):
        assert max(read_pixels(data).pixels.shape) <= LONG
