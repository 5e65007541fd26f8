"""Arrays in .npy files, and archives of them."""

import io
import zipfile
from collections.abc import Iterator
from typing import Any, Literal

import numpy as np
from numpy.lib import format as npy_format
from numpy.typing import NDArray

from core.inputs.whole_text import whole_text
from core.schemes.analysis.table_file.tensor import (
    MOST_BYTES,
    MOST_TENSORS,
    Tensor,
    bytes_text,
    check_size,
    label_of,
    printable,
    refuse,
    shape_text,
    view,
)

MOST_HEADER = 256  # characters of a header; NumPy writes 118, and parses all of them as Python
HEADER_READERS = {(1, 0): npy_format.read_array_header_1_0, (2, 0): npy_format.read_array_header_2_0}


def npy_tensors(file: str, data: bytes) -> Iterator[Tensor]:
    """The array of the file."""
    shape, order, dtype, start = npy_header(label_of(file), io.BytesIO(data))
    check_size(label_of(file), shape, dtype, len(data) - start)
    yield Tensor(file, "", shape, str(dtype), view(data, start, dtype, order))


def npy_header(label: str, stream: io.BytesIO) -> tuple[tuple[int, ...], Literal["C", "F"], np.dtype[Any], int]:
    """Shape, order, dtype and offset of the numbers; parses the header text and never unpickles."""
    if stream.read(1) == b"\x80":
        refuse(label, "is a pickle, which could run code; only plain arrays are read")
    stream.seek(0)
    try:
        shape, fortran, dtype = HEADER_READERS[npy_format.read_magic(stream)](stream, max_header_size=MOST_HEADER)
    except Exception:  # NumPy's parser raises many kinds of errors
        refuse(label, "does not start as an .npy file does: its header cannot be read")
    if dtype.hasobject:
        refuse(label, "holds a pickle, which could run code; only plain arrays are read")
    if dtype.kind not in "iuf":
        refuse(label, f"holds the type {printable(str(dtype))}; whole and floating-point numbers are read")
    if any(type(size) is not int or size < 0 for size in shape):
        refuse(label, f"promises the shape {shape_text(shape)}; sizes are whole numbers of at least 0")
    return shape, "F" if fortran else "C", dtype, stream.tell()


HEADER_BYTES = 2 * MOST_HEADER  # unpacked to read a header


def npz_tensors(file: str, data: bytes) -> Iterator[Tensor]:
    """The arrays of the archive; their numbers are unpacked when they are read."""
    label = label_of(file)
    if data.count(b"PK\x01\x02") > MOST_TENSORS:  # starts an entry; zipfile makes an object for each
        refuse(label, f"lists more than {MOST_TENSORS:,} entries")
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except Exception:
        refuse(label, "is no zip archive, as an .npz file is, or a damaged one")
    members = [member for member in archive.infolist() if member.filename.endswith(".npy")]
    unpacked = sum(member.file_size for member in members)
    if unpacked > MOST_BYTES:
        refuse(label, f"would unpack to {bytes_text(unpacked)}; {bytes_text(MOST_BYTES)} are the most")
    for member in members:
        yield _member(file, archive, member)


def _member(file: str, archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Tensor:
    """One array of the archive; only its header is unpacked here."""
    name = whole_text(member.filename.removesuffix(".npy"))
    label = label_of(file, name)
    head = _unpacked(label, archive, member, HEADER_BYTES)
    shape, order, dtype, start = npy_header(label, io.BytesIO(head))
    check_size(label, shape, dtype, member.file_size - start)

    def values(axes: tuple[int, int]) -> NDArray[Any]:
        return view(_unpacked(label, archive, member, MOST_BYTES), start, dtype, order)(axes)

    return Tensor(file, name, shape, str(dtype), values)


def _unpacked(label: str, archive: zipfile.ZipFile, member: zipfile.ZipInfo, most: int) -> bytearray:
    """The first `most` bytes, at most as many as declared; longer content fails its checksum."""
    if member.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
        refuse(label, "is packed in a way that is not read; stored and deflated are")
    content, filled = bytearray(min(most, member.file_size)), 0
    try:
        with archive.open(member) as stream:
            while part := stream.read(min(2**18, len(content) - filled)):
                content[filled : filled + len(part)] = part
                filled += len(part)
    except Exception:  # encrypted, damaged, overlapping, of a wrong checksum …
        filled = -1
    if filled < len(content):
        refuse(label, "cannot be unpacked: it is encrypted, damaged, or not what the archive says")
    return content
