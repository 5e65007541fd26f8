"""Arrays in .npy, .npz and .safetensors files; docs/decisions/0015 says why no package reads the last ones."""

import io
import json
import zipfile
from collections.abc import Iterator
from typing import Any, Literal

import numpy as np
from numpy.lib import format as npy_format
from numpy.typing import NDArray

from core.inputs.whole_text import whole_text
from core.long_context.dtypes import BFLOAT16
from core.schemes.analysis.table_file.tensor import (
    MOST_BYTES,
    MOST_TENSORS,
    Bytes,
    Tensor,
    View,
    bytes_text,
    check_size,
    count_text,
    label_of,
    printable,
    refuse,
    shape_text,
)

MOST_HEADER = 256  # characters of a header; NumPy writes 118, and parses all of them as Python
HEADER_READERS = {(1, 0): npy_format.read_array_header_1_0, (2, 0): npy_format.read_array_header_2_0}


def npy_tensors(file: str, data: Bytes) -> Iterator[Tensor]:
    """The array of the file."""
    shape, order, dtype, start = npy_header(label_of(file), io.BytesIO(data[: 2 * MOST_HEADER]))
    check_size(label_of(file), shape, dtype, len(data) - start)
    yield Tensor(file, "", shape, str(dtype), View(data, start, dtype, order), is_complex=dtype.kind == "c")


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
    if dtype.kind not in "iufc":
        refuse(label, f"holds the type {printable(str(dtype))}; whole and floating-point numbers are read")
    if any(type(size) is not int or size < 0 for size in shape):
        refuse(label, f"promises the shape {shape_text(shape)}; sizes are whole numbers of at least 0")
    return shape, "F" if fortran else "C", dtype, stream.tell()


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
    total_size = sum(member.file_size for member in members)
    if total_size > MOST_BYTES:
        refuse(label, f"would unpack to {bytes_text(total_size)}; {bytes_text(MOST_BYTES)} are the most")
    for member in members:
        yield _member(file, archive, member)


def _member(file: str, archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Tensor:
    """One array of the archive; only its header is unpacked here."""
    name = whole_text(member.filename.removesuffix(".npy"))
    label = label_of(file, name)
    head = _unpack(label, archive, member, 2 * MOST_HEADER)
    shape, order, dtype, start = npy_header(label, io.BytesIO(head))
    check_size(label, shape, dtype, member.file_size - start)

    def values(axes: tuple[int, ...]) -> NDArray[Any]:
        return View(_unpack(label, archive, member, MOST_BYTES), start, dtype, order)(axes)

    return Tensor(file, name, shape, str(dtype), values, is_complex=dtype.kind == "c")


def _unpack(label: str, archive: zipfile.ZipFile, member: zipfile.ZipInfo, most: int) -> bytearray:
    """The first `most` bytes, at most as many as declared; longer content fails its checksum."""
    if member.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
        refuse(label, "is packed in a way that is not read; stored and deflated are")
    content, bytes_read = bytearray(min(most, member.file_size)), 0
    try:
        with archive.open(member) as stream:
            while part := stream.read(min(2**18, len(content) - bytes_read)):
                content[bytes_read : bytes_read + len(part)] = part
                bytes_read += len(part)
    except Exception:  # encrypted, damaged, overlapping, of a wrong checksum …
        bytes_read = -1
    if bytes_read < len(content):
        refuse(label, "cannot be unpacked: it is encrypted, damaged, or not what the archive says")
    return content


MOST_JSON = 500_000  # bytes of a header
DTYPES: dict[str, str | np.dtype[Any]] = {
    "F64": "<f8",
    "F32": "<f4",
    "F16": "<f2",
    "BF16": BFLOAT16,
    "I64": "<i8",
    "I32": "<i4",
    "I16": "<i2",
    "I8": "i1",
    "U8": "u1",
}


def safetensors_tensors(file: str, data: Bytes) -> Iterator[Tensor]:
    """The tensors of the file: eight bytes of header length, a JSON header, then the numbers without gaps."""
    label = label_of(file)
    length, room = int.from_bytes(data[:8], "little"), len(data) - 8
    if room < 0 or length > min(MOST_JSON, room):
        limits = f"at most {bytes_text(MOST_JSON)} are read, and the file holds {bytes_text(max(room, 0))}"
        refuse(label, f"promises a header of {bytes_text(length)}; {limits}")
    header = _json_object(label, data[8 : 8 + length])
    header.pop("__metadata__", None)
    if len(header) > MOST_TENSORS:
        refuse(label, f"lists {len(header):,} tensors; {MOST_TENSORS:,} are the most")
    numbers, end = room - length, 0
    for (first, last), name, entry in sorted(
        (_offsets(label_of(file, name), entry), name, entry) for name, entry in header.items()
    ):
        if first != end or last > numbers:
            law = f"it must start at {end:,}, where the one before ends, and end by {numbers:,}"
            refuse(label_of(file, name), f"takes the bytes {count_text(first)} to {count_text(last)}; {law}")
        yield _entry(file, name, entry, data, 8 + length + first, last - first)
        end = last
    if end != numbers:
        refuse(label, f"has {bytes_text(numbers - end)} at its end that belong to no tensor")


def _json_object(label: str, text: bytes | bytearray) -> dict[str, Any]:
    def unique_names(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        entries = {whole_text(name): value for name, value in pairs}
        if len(entries) != len(pairs):
            raise ValueError
        return entries

    try:
        header = json.loads(text.decode(), object_pairs_hook=unique_names)
    except (ValueError, RecursionError):  # also UnicodeDecodeError; RecursionError where brackets nest too deeply
        header = None
    if not isinstance(header, dict):
        refuse(label, "has a header that is no JSON object, or names something twice")
    return header


def _offsets(label: str, entry: Any) -> tuple[int, int]:
    offsets = entry.get("data_offsets") if isinstance(entry, dict) else None
    if isinstance(offsets, list) and [type(offset) for offset in offsets] == [int, int]:
        first, last = offsets
        if 0 <= first <= last:
            return first, last
    refuse(label, "must say from which byte to which its numbers lie")


def _entry(file: str, name: str, entry: dict[str, Any], data: Bytes, start: int, size: int) -> Tensor:
    label, kind, shape = label_of(file, name), entry.get("dtype"), entry.get("shape")
    if not isinstance(kind, str) or kind not in DTYPES:
        refuse(label, f"holds the type {printable(str(kind))}; {', '.join(DTYPES)} are read")
    if not isinstance(shape, list) or any(type(axis) is not int or axis < 0 for axis in shape):
        refuse(label, f"promises the shape {printable(str(shape))}; sizes are whole numbers of at least 0")
    dtype = np.dtype(DTYPES[kind])
    check_size(label, tuple(shape), dtype, size)
    return Tensor(file, name, tuple(shape), kind, View(data, start, dtype, "C"))
