"""The parts of a picture's file that go to Pillow: those with pixels, counted before.

Pillow walks markers, chunks and blocks in Python, keeps comments, and reads EXIF entry by entry; a file of 20 MB
may hold millions of them. All parts but those of pixels are left out; of EXIF the orientation alone is read.
"""

import struct
from dataclasses import dataclass

MOST_PARTS = 20_000  # markers, chunks; a PNG of 20 MB usually has 2,500
MOST_BLOCKS = 200_000  # of a GIF, of at most 255 bytes; one of 20 MB usually has 80,000
MOST_SCANS = 64  # of a JPEG; each passes over all pixels, and usual ones have ten
MOST_TABLES = 2**16  # bytes of a JPEG's header; usual ones have a thousand
ORIENTATION, _SHORT = 0x0112, 3
_OF_PNG = {b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"}
_OF_WEBP = {b"VP8X", b"VP8 ", b"VP8L", b"ALPH", b"ANIM", b"ANMF"}
_ALPHA_AND_FRAMES = 0x12  # flags of what is left in a VP8X chunk


class PartsError(ValueError):
    """A file has too many parts, or one that is not read; the message says what is valid and what it has."""


@dataclass(frozen=True)
class Parts:
    """A picture without what holds no pixels."""

    data: bytes
    frames: int = 1
    exif: bytes = b""

    @property
    def orientation(self) -> int:
        """As in EXIF; 1 stands for upright."""
        tiff = self.exif.removeprefix(b"Exif\0\0")
        order = ">" if tiff.startswith(b"MM") else "<"
        try:
            (first,) = struct.unpack_from(f"{order}I", tiff, 4)
            (count,) = struct.unpack_from(f"{order}H", tiff, first)
            for place in range(first + 2, first + 2 + 12 * min(count, 1000), 12):
                tag, kind, _, value = struct.unpack_from(f"{order}HHIH", tiff, place)
                if (tag, kind) == (ORIENTATION, _SHORT):
                    return int(value)
        except struct.error:
            pass
        return 1


def parts(data: bytes) -> Parts:
    """The parts of a picture that hold its pixels."""
    reader = next((reader for start, reader in _READERS.items() if data.startswith(start)), None)
    if reader is None:
        raise PartsError("")
    return reader(data)


def _too_many(most: int) -> PartsError:
    return PartsError(f"picture must have at most {most:,} parts in its file, got more")


def _jpeg(data: bytes) -> Parts:
    pieces, tables, exif, offset = [data[:2]], 0, b"", 2
    for _ in range(MOST_PARTS):
        offset = data.find(b"\xff", offset)
        if offset < 0 or offset + 4 > len(data) or data[offset + 1] == 0xDA:  # the first scan
            break
        marker = data[offset + 1]
        if marker == 0xFF or marker in {0, 1, *range(0xD0, 0xDA)}:  # a fill byte, or a marker without a body
            offset += 1 if marker == 0xFF else 2
            continue
        end = offset + 2 + int.from_bytes(data[offset + 2 : offset + 4])
        part, offset = data[offset:end], end
        if marker == 0xE1 and part[4:10] == b"Exif\0\0":
            exif = exif or part[4:]
        is_colour = part[4:9] in {b"JFIF\0", b"Adobe"}  # the colour space
        if is_colour or not (0xE0 <= marker <= 0xEF or marker == 0xFE):
            pieces.append(part)
            tables += len(part)
        if tables > MOST_TABLES:
            raise PartsError(f"JPEG must have a header of at most {MOST_TABLES:,} bytes, got a longer one")
    else:
        raise _too_many(MOST_PARTS)
    scans = data.count(b"\xff\xda", offset) if offset >= 0 else 0
    if scans > MOST_SCANS:
        raise PartsError(f"JPEG must have at most {MOST_SCANS} scans, got {scans:,}")
    return Parts(b"".join([*pieces, memoryview(data)[offset if offset >= 0 else len(data) :]]), exif=exif)


def _png(data: bytes) -> Parts:
    view, exif, frames, offset = memoryview(data), b"", 0, 8
    pieces = [view[:offset]]
    for _ in range(MOST_PARTS):
        if offset + 8 > len(data):
            break
        size, kind = struct.unpack_from(">I4s", data, offset)
        part, offset = view[offset : offset + 12 + size], offset + 12 + size
        if kind in _OF_PNG:
            pieces.append(part)
        elif kind == b"eXIf":
            exif = bytes(part[8:-4])
        frames += kind == b"fcTL"
        if kind == b"IEND":
            break
    else:
        raise _too_many(MOST_PARTS)
    return Parts(b"".join(pieces), max(frames, 1), exif)


def _webp(data: bytes) -> Parts:
    view, exif, frames, offset = memoryview(data), b"", 0, 12
    pieces: list[bytes | memoryview] = []
    for _ in range(MOST_PARTS):
        if offset + 8 > len(data):
            break
        kind, size = struct.unpack_from("<4sI", data, offset)
        part, offset = view[offset : offset + 8 + size + size % 2], offset + 8 + size + size % 2
        if kind == b"VP8X" and len(part) > 8:
            pieces += [part[:8], bytes([part[8] & _ALPHA_AND_FRAMES]), part[9:]]
        elif kind in _OF_WEBP:
            pieces.append(part)
        elif kind == b"EXIF":
            exif = bytes(part[8:])
        frames += kind == b"ANMF"
    else:
        raise _too_many(MOST_PARTS)
    size = 4 + sum(map(len, pieces))
    return Parts(b"".join([b"RIFF", struct.pack("<I", size), b"WEBP", *pieces]), max(frames, 1), exif)


def _gif(data: bytes) -> Parts:
    """The first frame, and the number of frames."""
    head = offset = 13 + _palette(data, 10)
    start, inside, frames, control, image = offset, False, 0, b"", b""
    for _ in range(MOST_BLOCKS):
        byte = data[offset] if offset < len(data) else 0x3B
        if inside:
            offset, inside = offset + 1 + byte, byte > 0 and offset < len(data)
            if not inside and data[start] == 0x2C:
                image = image or data[start:offset]
            elif not inside and data[start + 1 : start + 2] == b"\xf9" and not frames:
                control = data[start:offset]
        elif byte == 0x3B:  # the end
            break
        elif byte == 0x2C:
            start, offset, inside, frames = offset, offset + 11 + _palette(data, offset + 9), True, frames + 1
        else:
            start, offset, inside = offset, offset + (2 if byte == 0x21 else 1), byte == 0x21
    else:
        raise _too_many(MOST_BLOCKS)
    return Parts(b"".join([data[:head], control, image, b";"]), max(frames, 1))


def _palette(data: bytes, offset: int) -> int:
    """Bytes of the palette that the flags at a place announce."""
    flags = data[offset] if offset < len(data) else 0
    return 6 << (flags & 7) if flags & 0x80 else 0


def _bmp(data: bytes) -> Parts:
    if data[30:34] in {b"\1\0\0\0", b"\2\0\0\0"}:  # which Pillow decodes in Python, pixel by pixel
        raise PartsError("BMP must not be compressed, got one with run-length encoding")
    return Parts(data)


_READERS = {
    b"\xff\xd8\xff": _jpeg,
    b"\x89PNG\r\n\x1a\n": _png,
    b"GIF8": _gif,
    b"RIFF": _webp,
    b"BM": _bmp,
}
