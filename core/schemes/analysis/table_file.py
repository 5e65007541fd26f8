"""Tables from files that strangers made: listed from their headers first, then one of them read.

Nothing that a header promises is believed before it is checked against the bytes that are there, and
nothing is allocated for it: the numbers are read where they lie, in their own type.
"""

from __future__ import annotations

import io
import json
import math
import re
import zipfile
from dataclasses import dataclass
from itertools import islice
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
from numpy.lib import format as npy

from core.schemes.analysis.table import Table, stored

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import NDArray

MOST_BYTES = 20_000_000  # of a file, and of what it unpacks to
MOST_ROWS, MOST_COLUMNS = 2**20, 2**14
MOST_TENSORS = 4096
MOST_JSON = 500_000  # bytes of header in a .safetensors file
MOST_HEAD = 20_000  # bytes that hold the header of an .npy file; NumPy refuses those of more than 10,000
MOST_TEXT_CELLS = MOST_BYTES // 4  # each takes four bytes or eight once it is read
MOST_CELL = 64  # characters of a number in a text, on average over a line
BLANK = b" \t\r\n"
SHOWN = 60  # characters of a stranger's name in a sentence

SAFETENSORS_TYPES = {
    "F64": "<f8",
    "F32": "<f4",
    "F16": "<f2",
    "BF16": "<u2",  # the upper half of a float32
    "I64": "<i8",
    "I32": "<i4",
    "I16": "<i2",
    "I8": "i1",
    "U8": "u1",
}


class TableError(ValueError):
    """A file that is not read as a table; the message names the file, the rule and the value."""


@dataclass(frozen=True)
class Tensor:
    """One tensor of a file, known from its header and not yet read.

    Parameters
    ----------
    file, name : str
        The name is empty where the format has none for it.
    shape : tuple of int
    dtype : str
        As the file calls it.
    values : callable
        Takes a shape of two axes, gives the stored numbers as such an array.
    bfloat16 : bool
        Whether the stored numbers are the bits of that type.
    index : bool
        Whether the first column of a text was an index and is left out.
    """

    file: str
    name: str
    shape: tuple[int, ...]
    dtype: str
    values: Callable[[tuple[int, int]], NDArray[Any]]
    bfloat16: bool = False
    index: bool = False

    @property
    def axes(self) -> tuple[int, ...]:
        """The shape; where it has more than two axes, only those longer than 1."""
        return self.shape if len(self.shape) <= 2 else tuple(size for size in self.shape if size != 1)

    def table(self) -> Table:
        """The tensor as a table.

        Raises
        ------
        TableError
            If it has not two axes, is empty or too large, or a number is not finite.
        """
        label = _label(self.file, self.name)
        if len(self.axes) != 2:
            _refuse(label, f"has the shape {_shape(self.shape)}; a table has two axes, positions and dimensions")
        rows, columns = self.axes
        if rows * columns == 0:
            _refuse(label, f"is empty: its shape is {_shape(self.shape)}")
        if rows > MOST_ROWS or columns > MOST_COLUMNS:
            most = f"{MOST_ROWS:,} rows and {MOST_COLUMNS:,} columns are the most"
            _refuse(label, f"has {rows:,} rows and {columns:,} columns; {most}")
        values = self.values((rows, columns))
        table = _widened(values) if self.bfloat16 else stored(values)
        _check_finite(label, table)
        return table


def tensors(file: str, data: bytes) -> dict[str, Tensor]:
    """What a file holds, from its headers.

    Parameters
    ----------
    file : str
        Name; its ending tells the format.
    data : bytes
        Untrusted.

    Returns
    -------
    tensors : dict of Tensor
        By name; at least one.

    Raises
    ------
    TableError
        If the file is not what its name says, or breaks a limit.
    """
    readers = {".npy": _npy, ".npz": _npz, ".csv": _csv, ".safetensors": _safetensors}
    ending = PurePath(file).suffix.lower()
    if ending not in readers:
        _refuse(_label(file), f"has none of the endings {', '.join(readers)}")
    if len(data) > MOST_BYTES:
        _refuse(_label(file), f"has {_bytes(len(data))}; {_bytes(MOST_BYTES)} are the most")
    if not data:
        _refuse(_label(file), "is empty")
    found = {tensor.name: tensor for tensor in readers[ending](file, data)}
    if not found:
        _refuse(_label(file), "holds no tensor")
    return found


def tables(found: dict[str, Tensor]) -> dict[str, Tensor]:
    """Those with two axes, the likeliest position table first; a single tensor in any case.

    Raises
    ------
    TableError
        If there are several and none has two axes.
    """
    if len(found) == 1:
        return found
    fitting = {name: tensor for name, tensor in found.items() if len(tensor.axes) == 2}
    if not fitting:
        every = list(found.values())
        some = ", ".join(f"{_printable(tensor.name)} ({_shape(tensor.shape)})" for tensor in every[:4])
        _refuse(_label(every[0].file), f"holds {len(every):,} tensors and none has two axes: {some}")
    return dict(sorted(fitting.items(), key=lambda item: not re.search("pos|wpe", item[0], re.IGNORECASE)))


def _npy(file: str, data: bytes) -> Iterator[Tensor]:
    shape, order, dtype, start = _npy_header(_label(file), io.BytesIO(data))
    _check_promise(_label(file), shape, dtype, len(data) - start)
    yield Tensor(file, "", shape, str(dtype), _view(data, start, dtype, order))


def _npy_header(label: str, stream: io.BytesIO) -> tuple[tuple[int, ...], str, np.dtype[Any], int]:
    """Shape, order, type, and where the numbers start; only a short text is parsed, nothing unpickled."""
    if stream.read(1) == b"\x80":
        _refuse(label, "is a pickle, which could run code; only plain arrays are read")
    stream.seek(0)
    try:
        read = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}[npy.read_magic(stream)]
        shape, fortran, dtype = read(stream)
    except Exception:  # whatever the parser makes of a stranger's bytes, they are no header
        _refuse(label, "does not start as an .npy file does: its header cannot be read")
    if dtype.hasobject:
        _refuse(label, "holds a pickle, which could run code; only plain arrays are read")
    if dtype.kind not in "iuf":
        _refuse(label, f"holds the type {_printable(str(dtype))}; whole and floating-point numbers are read")
    if any(type(size) is not int or size < 0 for size in shape):
        _refuse(label, f"promises the shape {_shape(shape)}; sizes are whole numbers of at least 0")
    return shape, "F" if fortran else "C", dtype, stream.tell()


def _npz(file: str, data: bytes) -> Iterator[Tensor]:
    label = _label(file)
    if data.count(b"PK\x01\x02") > MOST_TENSORS:  # the mark of an entry; an object will be made for each
        _refuse(label, f"lists more than {MOST_TENSORS:,} entries")
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except Exception:
        _refuse(label, "is no zip archive, as an .npz file is, or a damaged one")
    members = [member for member in archive.infolist() if member.filename.endswith(".npy")]
    unpacked = sum(member.file_size for member in members)
    if unpacked > MOST_BYTES:
        _refuse(label, f"would unpack to {_bytes(unpacked)}; {_bytes(MOST_BYTES)} are the most")
    for member in members:
        yield _member(file, archive, member)


def _member(file: str, archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Tensor:
    """Unpack the header alone; the numbers follow when they are asked for."""
    name = member.filename.removesuffix(".npy")
    label = _label(file, name)
    head = _unpacked(label, archive, member, MOST_HEAD)
    shape, order, dtype, start = _npy_header(label, io.BytesIO(head))
    _check_promise(label, shape, dtype, member.file_size - start)

    def values(axes: tuple[int, int]) -> NDArray[Any]:
        return _view(_unpacked(label, archive, member, MOST_BYTES), start, dtype, order)(axes)

    return Tensor(file, name, shape, str(dtype), values)


def _unpacked(label: str, archive: zipfile.ZipFile, member: zipfile.ZipInfo, most: int) -> bytearray:
    """At most so many bytes, never more than declared: what is longer fails its checksum."""
    if member.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
        _refuse(label, "is packed in a way that is not read; stored and deflated are")
    content, filled = bytearray(min(most, member.file_size)), 0
    try:
        with archive.open(member) as stream:
            while part := stream.read(min(2**18, len(content) - filled)):
                content[filled : filled + len(part)] = part
                filled += len(part)
    except Exception:  # encrypted, damaged, overlapping, of a wrong checksum …
        filled = -1
    if filled < len(content):
        _refuse(label, "cannot be unpacked: it is encrypted, damaged, or not what the archive says")
    return content


def _safetensors(file: str, data: bytes) -> Iterator[Tensor]:
    label = _label(file)
    length, room = int.from_bytes(data[:8], "little"), len(data) - 8
    if room < 0 or length > min(MOST_JSON, room):
        held = f"at most {_bytes(MOST_JSON)} are read, and the file holds {_bytes(max(room, 0))}"
        _refuse(label, f"promises a header of {_bytes(length)}; {held}")
    header = _json_object(label, data[8 : 8 + length])
    header.pop("__metadata__", None)
    if len(header) > MOST_TENSORS:
        _refuse(label, f"lists {len(header):,} tensors; {MOST_TENSORS:,} are the most")
    numbers, end = room - length, 0
    for (first, last), name, entry in sorted(
        (_offsets(_label(file, name), entry), name, entry) for name, entry in header.items()
    ):
        if first != end or last > numbers:
            law = f"it must start at {end:,}, where the one before ends, and end by {numbers:,}"
            _refuse(_label(file, name), f"takes the bytes {_count(first)} to {_count(last)}; {law}")
        yield _entry(file, name, entry, data, 8 + length + first, last - first)
        end = last
    if end != numbers:
        _refuse(label, f"has {_bytes(numbers - end)} at its end that belong to no tensor")


def _json_object(label: str, text: bytes) -> dict[str, Any]:
    def each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) != len(pairs):
            raise ValueError
        return made

    try:
        header = json.loads(text.decode(), object_pairs_hook=each_once)
    except (ValueError, RecursionError):  # no UTF-8, no JSON, a name twice, brackets without end
        header = None
    if not isinstance(header, dict):
        _refuse(label, "has a header that is no JSON object, or names something twice")
    return header


def _offsets(label: str, entry: Any) -> tuple[int, int]:
    offsets = entry.get("data_offsets") if isinstance(entry, dict) else None
    if isinstance(offsets, list) and [type(offset) for offset in offsets] == [int, int]:
        first, last = offsets
        if 0 <= first <= last:
            return first, last
    _refuse(label, "must say from which byte to which its numbers lie")


def _entry(file: str, name: str, entry: dict[str, Any], data: bytes, start: int, size: int) -> Tensor:
    label, kind, shape = _label(file, name), entry.get("dtype"), entry.get("shape")
    if not isinstance(kind, str) or kind not in SAFETENSORS_TYPES:
        _refuse(label, f"holds the type {_printable(str(kind))}; {', '.join(SAFETENSORS_TYPES)} are read")
    if not isinstance(shape, list) or any(type(axis) is not int or axis < 0 for axis in shape):
        _refuse(label, f"promises the shape {_printable(str(shape))}; sizes are whole numbers of at least 0")
    dtype = np.dtype(SAFETENSORS_TYPES[kind])
    _check_promise(label, tuple(shape), dtype, size)
    return Tensor(file, name, tuple(shape), kind, _view(data, start, dtype, "C"), bfloat16=kind == "BF16")


def _csv(file: str, data: bytes) -> Iterator[Tensor]:
    """Numbers between commas, semicolons or tabs; a row of names and a nameless first column are passed over."""
    label = _label(file)
    if data[:1] == b"\x80" or b"\0" in data[:4096]:
        _refuse(label, "is no text: it holds bytes that no text has")
    if (lines := data.count(b"\n")) > MOST_ROWS:
        _refuse(label, f"has {lines:,} lines; {MOST_ROWS:,} are the most")
    text = data.removeprefix(b"\xef\xbb\xbf")
    first = next((line for line in io.BytesIO(text) if line.strip(BLANK)), b"")
    if not first:
        _refuse(label, "holds nothing but blank lines")
    mark = max((b",", b";", b"\t"), key=first.count)
    width = first.count(mark) + 1
    if width > MOST_COLUMNS:
        _refuse(label, f"has {width:,} columns; {MOST_COLUMNS:,} are the most")
    names = [cell.strip(b'" \r\n') for cell in first.split(mark)]
    header = not all(_is_number(cell) for cell in names)
    index = header and width > 1 and not names[0]
    rows = _check_lines(label, text, mark, width, header)
    if rows * width > MOST_TEXT_CELLS:
        _refuse(
            label, f"has {rows:,} rows of {width:,} numbers; {MOST_TEXT_CELLS:,} numbers are the most in a text"
        )

    def values(axes: tuple[int, int]) -> NDArray[Any]:
        dtype = np.dtype(np.float64 if 8 * rows * width <= MOST_BYTES else np.float32)
        lines = (line for line in io.BytesIO(text) if line.strip(BLANK))
        found = _parsed(label, islice(lines, header, None), mark.decode(), range(index, width), dtype)
        if found.shape != axes:  # an open quotation mark swallows what follows
            _refuse(label, f"holds {_shape(found.shape)} numbers, but has lines and marks for {_shape(axes)}")
        return found

    yield Tensor(file, "", (rows, width - index), "text", values, index=index)


def _check_lines(label: str, text: bytes, mark: bytes, width: int, header: bool) -> int:
    """How many lines hold numbers, once all have as many cells as the first and none is absurdly long."""
    count = -int(header)
    for number, line in enumerate(io.BytesIO(text), 1):
        if not line.strip(BLANK):
            continue
        count += 1
        if line.count(mark) + 1 != width:
            _refuse(label, f"has {line.count(mark) + 1:,} cells in line {number:,}, but {width:,} in the first")
        if count and len(line) > MOST_CELL * width + 2:
            _refuse(label, f"has {len(line):,} characters in line {number:,}; {MOST_CELL} a number are the most")
    return count


def _parsed(label: str, lines: Iterable[bytes], mark: str, columns: range, dtype: np.dtype[Any]) -> NDArray[Any]:
    texts = (line.decode("ascii", "replace").rstrip("\r\n") for line in lines)
    try:
        values: NDArray[Any] = np.loadtxt(
            texts, dtype, delimiter=mark, usecols=columns, comments=None, quotechar='"', ndmin=2
        )
    except ValueError as error:
        found = re.search(r"string '(.*)' to .* at row (\d+), column (\d+)", str(error), re.DOTALL)
        cell, row, column = found.groups() if found else ("something", "0", "1")
        place = f"row {int(row):,}, column {int(column) - 1 - columns.start:,}"
        _refuse(label, f"holds “{_printable(cell)}” in {place}, counted from 0; every cell must be a number")
    return values


def _is_number(cell: bytes) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def _view(
    data: bytes | bytearray, start: int, dtype: np.dtype[Any], order: Any
) -> Callable[[tuple[int, int]], NDArray[Any]]:
    """The array where its bytes lie, after these have been counted."""
    return lambda axes: np.frombuffer(data, dtype, math.prod(axes), start).reshape(axes, order=order)


def _widened(bits: NDArray[np.uint16]) -> Table:
    """A table of bfloat16, whose bits are the upper half of a float32."""
    length, d_model = bits.shape

    def block(rows: slice, columns: slice) -> NDArray[np.float64]:
        whole = np.left_shift(bits[rows, columns], 16, dtype=np.uint32)
        return whole.view(np.float32).astype(np.float64)

    return Table(length, d_model, block)


def _check_promise(label: str, shape: tuple[int, ...], dtype: np.dtype[Any], held: int) -> None:
    promised = math.prod(shape) * dtype.itemsize
    if promised != held:
        numbers = f"{_shape(shape)} numbers of {dtype.itemsize} bytes, which is {_bytes(promised)}"
        _refuse(label, f"promises {numbers}, but holds {_bytes(held)}")


def _check_finite(label: str, table: Table) -> None:
    for place, block in table.by_rows():
        finite = np.isfinite(block)
        if not finite.all():
            row, column = np.argwhere(~finite)[0]
            where = f"row {place.start + row:,}, column {column:,}, counted from 0"
            _refuse(label, f"holds {block[row, column]} in {where}; every number must be finite")


def _refuse(label: str, reason: str) -> NoReturn:
    raise TableError(f"{label} {reason}.") from None


def _label(file: str, name: str = "") -> str:
    return ": ".join(_printable(part) for part in (file, name) if part)


def _printable(name: str) -> str:
    """What a stranger wrote, fit for a sentence."""
    shown = "".join(sign if sign.isprintable() else "�" for sign in name[:SHOWN])
    return shown + "…" * (len(name) > SHOWN)


def _shape(shape: tuple[int, ...]) -> str:
    """Such as "256 × 64"."""
    sizes = " × ".join(_count(size) for size in shape[:6]) or "of a single number"
    return sizes + " × …" * (len(shape) > 6)


def _count(number: int) -> str:
    return f"{number:,}" if abs(number) < 10**15 else "more than 10^15"


def _bytes(number: int) -> str:
    """Such as "20 MB", with a million bytes to the MB as the uploader counts them."""
    if number >= 10**18:
        return "more than a million TB"
    for power, unit in ((12, "TB"), (9, "GB"), (6, "MB"), (3, "kB")):
        if number >= 10**power:
            return f"{number / 10**power:,.4g} {unit}"
    return f"{number} bytes"
