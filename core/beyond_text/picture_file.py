"""Pictures in uploaded files, which are not trusted: their size is checked before their pixels are read."""

import struct
import warnings
import zlib
from dataclasses import dataclass
from io import BytesIO
from threading import Lock

import numpy as np
from PIL import Image, ImageOps
from PIL.ImageFile import ImageFile

from core.beyond_text.picture import LONG, Picture
from core.beyond_text.picture_parts import ORIENTATION, Parts, PartsError, parts

FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "BMP")
MOST_BYTES = 20_000_000
MOST_PIXELS = 9_000_000  # each takes 8 to 16 bytes
MOST_OF_JPEG = 24_000_000  # decoded at an eighth of its size
MOST_WHOLE = 12_000_000  # of a progressive JPEG or one in CMYK, which is held whole in memory meanwhile
LONGEST = 20_000  # pixels of a side; Pillow holds 8 bytes for each row beside its pixels
_DAMAGE: tuple[type[Exception], ...] = (
    OSError,
    SyntaxError,
    ValueError,
    TypeError,
    LookupError,
    ArithmeticError,
    EOFError,
    MemoryError,
    struct.error,
    zlib.error,
    Image.DecompressionBombError,
)
_ONE = Lock()  # pictures are decoded one after the other: each may need 140 MB meanwhile


class PictureError(ValueError):
    """A file that is not shown; the message says why."""


@dataclass(frozen=True)
class ReadPicture:
    """A picture from a file."""

    picture: Picture
    height: int  # pixels in the file
    width: int  # pixels in the file
    kind: str  # format and colours, such as "JPEG, CMYK"
    frames: int  # of an animation, of which the first is shown; 1 for a still


def read_picture(data: bytes) -> ReadPicture:  # of the file, untrusted
    """Read a picture, whatever its file is called."""
    if len(data) > MOST_BYTES:
        raise PictureError(f"file must have at most {MOST_BYTES / 1e6:.0f} MB, got {len(data) / 1e6:.1f} MB")
    with _ONE, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of Pillow, about what is checked here
        with _open_image(pieces := _parts(data)) as image:
            return _read(image, pieces)


def _parts(data: bytes) -> Parts:
    try:
        return parts(data)
    except PartsError as error:
        raise PictureError(str(error) or _unknown(data)) from None


def _unknown(data: bytes) -> str:
    format_names = f"{', '.join(FORMATS[:-1])} or {FORMATS[-1]}"
    return f"file must be a picture in {format_names}, got {len(data):,} bytes of something else"


def _open_image(pieces: Parts) -> ImageFile:
    try:
        return Image.open(BytesIO(pieces.data), formats=FORMATS)
    except Image.DecompressionBombError as error:
        raise PictureError(f"picture must have at most {MOST_OF_JPEG:,} pixels, got far more") from error
    except _DAMAGE as error:
        raise PictureError(_unknown(pieces.data)) from error


def _read(image: ImageFile, pieces: Parts) -> ReadPicture:
    width, height = image.size
    if min(width, height) < 1:
        raise PictureError(f"picture must be at least 1 × 1 pixels, got {width:,} × {height:,}")
    if max(width, height) > LONGEST:
        raise PictureError(f"picture must have sides of at most {LONGEST:,} pixels, got {width:,} × {height:,}")
    whole = image.mode == "CMYK" or "progressive" in image.info
    most = MOST_PIXELS if image.format != "JPEG" else MOST_WHOLE if whole else MOST_OF_JPEG
    if width * height > most:
        law = f"picture in {image.format}{' of this kind' * whole} must have at most {most:,} pixels"
        raise PictureError(f"{law}, got {width:,} × {height:,}")
    kind = f"{image.format}, {image.mode}"
    try:
        image.getexif()[ORIENTATION] = pieces.orientation
        small = _small(image)
    except _DAMAGE as error:
        raise PictureError(f"picture must be complete, got damaged {image.format} data") from error
    pixels = np.asarray(small, np.uint8)
    return ReadPicture(Picture(pixels), height, width, kind, pieces.frames)


def _small(image: Image.Image) -> Image.Image:
    """At most LONG pixels a side, upright, without transparency, red, green and blue."""
    image.draft("RGB", (LONG, LONG))  # a JPEG is decoded at an eighth of its size where that is enough
    resample = Image.Resampling.BILINEAR if image.mode == "P" else Image.Resampling.BOX
    image.thumbnail((LONG, LONG), resample, reducing_gap=None)  # Pillow reduces no image of 16 bits a pixel
    upright = ImageOps.exif_transpose(image)
    if upright.mode.startswith("I"):  # 16 bits a pixel
        upright = Image.fromarray((np.asarray(upright, np.float64) / 257).clip(0, 255).astype(np.uint8))
    clear = upright.convert("RGBA")
    background = Image.new("RGBA", clear.size, "white")
    return Image.alpha_composite(background, clear).convert("RGB")
