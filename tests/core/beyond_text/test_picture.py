"""The built-in picture, pictures from files, and files that are refused by name."""

import io
import struct
import tracemalloc
import zlib
from contextlib import suppress

import numpy as np
import pytest
from PIL import Image

from core.beyond_text.picture import LONG, Picture, landscape
from core.beyond_text.picture_file import MOST_BYTES, PictureError, read_picture

RNG = np.random.default_rng(0)


def saved(image, kind="PNG", **options):
    stream = io.BytesIO()
    image.save(stream, kind, **options)
    return stream.getvalue()


def noise(height, width, mode="RGB"):
    bands = len(Image.new(mode, (1, 1)).getbands())
    values = RNG.integers(0, 256, (height, width, bands), dtype=np.uint8)
    return Image.frombytes(mode, (width, height), values.tobytes())


def png(width, height):
    """A file whose header claims a size, with hardly any data behind it."""

    def chunk(name, body):
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(bytes(99)))
        + chunk(b"IEND", b"")
    )


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


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "CMYK", "I;16"])
def test_any_colours_are_shown(mode):
    image = (
        noise(40, 30).convert(mode) if mode != "I;16" else Image.fromarray(np.full((40, 30), 257 * 80, np.uint16))
    )
    kind = "JPEG" if mode == "CMYK" else "PNG"
    result = read_picture(saved(image, kind))
    assert result.picture.pixels.shape == (40, 30, 3)
    assert (result.height, result.width, result.frames) == (40, 30, 1)
    assert result.kind.startswith(kind)
    if mode == "I;16":
        np.testing.assert_allclose(result.picture.pixels, 80, atol=1)


@pytest.mark.parametrize(("height", "width"), [(1, 1), (3000, 4000), (5, 20_000), (2000, 1)])
def test_any_size_becomes_small(height, width):
    result = read_picture(saved(Image.new("RGB", (width, height), (200, 30, 30)), "JPEG"))
    assert max(result.picture.pixels.shape) <= LONG
    assert min(result.picture.pixels.shape) >= 1
    np.testing.assert_allclose(result.picture.pixels.reshape(-1, 3).mean(axis=0), (200, 30, 30), atol=3)


def test_a_picture_of_16_bits_is_made_small_before_it_is_computed_with():
    data = saved(Image.fromarray(np.zeros((1000, 3000), np.uint16)))
    tracemalloc.start()
    try:
        read_picture(data)
        assert tracemalloc.get_traced_memory()[1] < 2e6
    finally:
        tracemalloc.stop()


def test_nothing_shines_through_and_a_turned_photograph_stands_upright():
    clear = read_picture(saved(Image.new("RGBA", (9, 9), (0, 0, 0, 0))))
    assert (clear.picture.pixels == 255).all()
    exif = Image.Exif()
    exif[0x0112] = 6
    for kind in ("JPEG", "PNG", "WEBP"):
        turned = read_picture(saved(Image.new("RGB", (40, 20)), kind, exif=exif))
        assert turned.picture.pixels.shape == (40, 20, 3)


def test_of_an_animation_the_first_frame_is_shown():
    frames = [Image.new("RGB", (20, 20), colour) for colour in ("red", "blue", "green")]
    for kind in ("GIF", "WEBP", "PNG"):
        result = read_picture(saved(frames[0], kind, save_all=True, append_images=frames[1:]))
        assert result.frames == 3
        assert result.picture.pixels.reshape(-1, 3).mean(axis=0)[0] > 200


REFUSED = {
    "much": (bytes(MOST_BYTES + 1), "file must have at most 20 MB, got 20.0 MB"),
    "empty": (b"", "file must be a picture in PNG, JPEG, WEBP, GIF or BMP, got 0 bytes of something else"),
    "svg": (b'<svg xmlns="http://www.w3.org/2000/svg"/>', "file must be a picture in .*, got 41 bytes"),
    "tiff": (saved(noise(4, 4), "TIFF"), "file must be a picture in .*"),
    "bomb": (png(100_000, 100_000), "picture must have at most 24,000,000 pixels, got "),
    "large": (png(6000, 4001), "picture in PNG must have at most 9,000,000 pixels, got 6,000 × 4,001"),
    "wide": (png(20_001, 1), "picture must have sides of at most 20,000 pixels, got 20,001 × 1"),
    "whole": (
        saved(Image.new("L", (4000, 4001)), "JPEG", progressive=True),
        "picture in JPEG of this kind must have at most 12,000,000 pixels, got 4,000 × 4,001",
    ),
    "runs": (b"BM" + bytes(28) + b"\1\0\0\0", "BMP must not be compressed, got one with run-length encoding"),
    "parts": (
        b"\xff\xd8" + b"\xff\xfe\0\2" * 20_000,
        "picture must have at most 20,000 parts in its file, got more",
    ),
    "zero": (png(0, 5), "(picture must be at least 1 × 1 pixels|file must be a picture in).*"),
    "cut": (b"GIF89a" + bytes(7) + b"!", "picture must be complete|file must be a picture in"),
    "short": (png(60, 60), "picture must be complete, got damaged PNG data"),
    "truncated": (saved(noise(90, 90), "JPEG")[:900], "picture must be complete, got damaged JPEG data"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_hostile_file_is_refused_by_name(name):
    data, message = REFUSED[name]
    with pytest.raises(PictureError, match=message):
        read_picture(data)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF", "BMP"])
def test_a_damaged_file_is_shown_or_refused_and_nothing_else(kind):
    whole = bytearray(saved(noise(30, 30), kind))
    for cut in RNG.integers(0, len(whole), 30):
        for damaged in (bytes(whole[:cut]), bytes([*whole[:cut], whole[cut] ^ 0x55, *whole[cut + 1 :]])):
            with suppress(PictureError):
                assert read_picture(damaged).picture.pixels.ndim == 3
