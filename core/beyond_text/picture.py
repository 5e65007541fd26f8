"""A picture that is cut into patches: a built-in one, drawn from simple shapes, or one from elsewhere."""

import re
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from core.inputs.parameter import check_whole

LONG = 160  # pixels of the longer side of what is kept
MAX_PATCHES = 56  # along the longer side
_SIZE = re.compile(rb"([1-9]\d{0,2}) ([1-9]\d{0,2})\n")
_SKY, _HAZE, _SUN, _FAR, _NEAR, _PATH = np.array(
    [
        [92, 152, 214],
        [232, 222, 196],
        [250, 202, 84],
        [110, 140, 150],
        [62, 118, 72],
        [214, 186, 138],
    ]
)


@dataclass(frozen=True)
class Picture:
    """A small picture."""

    pixels: NDArray[np.uint8]  # (height, width, 3) red, green, blue; the longer side has at most LONG pixels

    def patches(self, along: int) -> tuple[int, int]:  # from 1 to MAX_PATCHES
        """Rows and columns of patches: `along` on the longer side, in proportion on the other, at least one."""
        count = check_whole(along, "along", 1, MAX_PATCHES)
        height, width = self.pixels.shape[:2]
        rows, columns = (max(1, round(count * side / max(height, width))) for side in (height, width))
        return rows, columns


class PictureError(ValueError):
    """Bytes that are no picture; the message says what is valid."""


def read_pixels(
    data: bytes,  # "90 160" (height, width), a line feed, a byte each of red, green and blue; untrusted
) -> Picture:
    """The picture that a browser has decoded and made small."""
    size = _SIZE.match(data)
    if size is None:
        raise PictureError("file must be a picture that your browser can show")
    height, width = int(size[1]), int(size[2])
    if max(height, width) > LONG:
        raise PictureError(f"picture must have sides of at most {LONG} pixels, got {width} × {height}")
    pixels = np.frombuffer(data, np.uint8, offset=size.end())
    if pixels.size != 3 * height * width:
        raise PictureError(
            f"picture must have 3 bytes for each of {width} × {height} pixels, got {pixels.size:,} bytes"
        )
    return Picture(pixels.reshape(height, width, 3))


@cache
def landscape() -> Picture:
    """The built-in picture: a sky with its sun, two ranges of hills and a path; its pixels are read-only."""
    y, x = np.indices((LONG, LONG)) / LONG
    sky = _SKY + (_HAZE - _SKY) * (y**2 * 1.6).clip(0, 1)[..., np.newaxis]
    shapes = (  # from behind to the front
        ((x - 0.72) ** 2 + (y - 0.27) ** 2 < 0.105**2, _SUN),
        (y > 0.56 - 0.13 * np.sin(5.2 * x + 0.4) - 0.03 * np.sin(17 * x), _FAR),
        (y > 0.74 - 0.10 * np.sin(4.1 * x + 3.2), _NEAR),
        ((y > 0.74) & (np.abs(x - 0.42 - 0.18 * np.sin(5 * (y - 0.74))) < 0.02 + 0.28 * (y - 0.74)), _PATH),
    )
    pixels = sky
    for shape, colour in shapes:
        pixels = np.where(shape[..., np.newaxis], colour, pixels)
    rgb = np.round(pixels).astype(np.uint8)
    rgb.setflags(write=False)
    return Picture(rgb)
