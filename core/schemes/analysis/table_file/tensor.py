"""A tensor that an uploaded file lists, the limits of such files, and how a file is refused."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, BinaryIO, Literal, NoReturn, Protocol

import numpy as np
from numpy.typing import NDArray

from core.schemes.analysis.table import Table, as_table

NAME_CHARACTERS = 60  # of a name from a file that a message repeats


class TableError(ValueError):
    """A file that is not read as a table."""


def refuse(label: str, reason: str) -> NoReturn:
    """Raise a TableError that consists of the label and the reason."""
    raise TableError(f"{label} {reason}.") from None


def label_of(file: str, name: str = "") -> str:
    """The file and the tensor in it, as messages name them."""
    return ": ".join(printable(part) for part in (file, name) if part)


def printable(name: str) -> str:
    """A name from a file, shortened and without control characters."""
    prefix = "".join(sign if sign.isprintable() else "�" for sign in name[:NAME_CHARACTERS])
    return prefix + "…" * (len(name) > NAME_CHARACTERS)


def shape_text(shape: tuple[int, ...]) -> str:
    """Such as "256 × 64"."""
    sizes = " × ".join(count_text(size) for size in shape[:6]) or "of a single number"
    return sizes + " × …" * (len(shape) > 6)


def count_text(number: int) -> str:
    """Such as "1,048,576"; numbers of more than 15 digits are not written out."""
    return f"{number:,}" if abs(number) < 10**15 else "more than 10^15"


def bytes_text(number: int) -> str:
    """Such as "20 MB", with a million bytes to the MB as the uploader counts them."""
    if number >= 10**18:
        return "more than a million TB"
    for power, unit in ((12, "TB"), (9, "GB"), (6, "MB"), (3, "kB")):
        if number >= 10**power:
            return f"{number / 10**power:,.4g} {unit}"
    return f"{number} bytes"


MOST_BYTES = 20_000_000  # of a file, and of what it unpacks to
MOST_ARRAY = 100_000_000  # of an array that is read as a whole from a file whose other parts are not
MOST_ROWS, MOST_COLUMNS = 2**20, 2**14
MOST_TENSORS = 4096
MOST_LIST = 2**14  # numbers of a list
LARGEST = 1e100  # of a number: a table's squares and their sums stay far within float64


@dataclass(frozen=True)
class Tensor:
    """One tensor of a file, known from its header and not yet read."""

    file: str
    name: str  # empty in formats that hold a single array
    shape: tuple[int, ...]
    dtype: str  # the file's name of the type
    # takes a shape of as many cells and returns the stored numbers as an array of that shape
    values: Callable[[tuple[int, ...]], NDArray[Any]]
    index: bool = False  # whether the first column of a text file was an index and is left out
    is_complex: bool = False  # whether each number has a real and an imaginary part

    @property
    def axes(self) -> tuple[int, ...]:
        """The shape; where it has more than two axes, only those longer than 1."""
        return self.shape if len(self.shape) <= 2 else tuple(size for size in self.shape if size != 1)

    def table(self) -> Table:  # raises TableError
        """The tensor as a table, its numbers read and checked."""
        table = self.unread()
        self.check(table)
        return table

    def unread(self) -> Table:  # raises TableError if it does not have two axes, is empty or too large
        """The same table, read at first access and freed with it."""
        label = label_of(self.file, self.name)
        if len(self.axes) != 2:
            refuse(label, f"has the shape {shape_text(self.shape)}; a table has two axes, positions and dimensions")
        if self.is_complex:
            refuse(label, f"holds the type {printable(self.dtype)}; whole and floating-point numbers are read")
        rows, columns = self.axes
        if rows * columns == 0:
            refuse(label, f"is empty: its shape is {shape_text(self.shape)}")
        if rows > MOST_ROWS or columns > MOST_COLUMNS:
            most = f"{MOST_ROWS:,} rows and {MOST_COLUMNS:,} columns are the most"
            refuse(label, f"has {rows:,} rows and {columns:,} columns; {most}")
        if isinstance(self.values, View) and self.values.is_read_by_rows:
            return self.values.table(rows, columns)
        read = cache(lambda: as_table(self.values((rows, columns))))
        return Table(rows, columns, lambda *part: read().block(*part))

    @property
    def is_table(self) -> bool:
        """Whether it has positions and dimensions, rather than complex rotations or a list of numbers."""
        is_list = 1 in self.axes and max(self.axes) <= MOST_LIST
        return len(self.axes) == 2 and not self.is_complex and not is_list

    def as_shown(self) -> Table:  # raises TableError
        """As `unread`; complex rotations as their sines, then their cosines, and a list as one row."""
        if len(self.axes) == 1 and not self.is_complex:
            if self.axes[0] > MOST_LIST:
                most = f"{MOST_LIST:,} are the most in a list"
                refuse(label_of(self.file, self.name), f"has {count_text(self.axes[0])} numbers; {most}")
            return replace(self, shape=(1, *self.axes)).unread()
        if not self.is_complex or len(self.axes) != 2:
            return self.unread()
        rows, pairs = self.axes
        return replace(self, shape=(rows, 2 * pairs), values=self._sines_and_cosines, is_complex=False).unread()

    def _sines_and_cosines(self, shape: tuple[int, ...]) -> NDArray[Any]:
        rotations = self.values((shape[0], shape[1] // 2))
        return np.concatenate([rotations.imag, rotations.real], axis=1)

    def array(self) -> NDArray[Any]:  # raises TableError
        """All numbers in their own shape and type, unchecked but for their count."""
        label, cells = label_of(self.file, self.name), math.prod(self.shape)
        if cells == 0:
            refuse(label, f"is empty: its shape is {shape_text(self.shape)}")
        if isinstance(self.values, View) and cells * self.values.dtype.itemsize > MOST_ARRAY:
            size = bytes_text(cells * self.values.dtype.itemsize)
            refuse(label, f"has {size}; of an array that is no table {bytes_text(MOST_ARRAY)} are the most")
        return self.values(self.shape)

    def check(self, table: Table) -> None:
        """Raise a TableError if the numbers cannot be read, are not finite, or too large or small to be squared."""
        _check_numbers(label_of(self.file, self.name), table)


class Bytes(Protocol):
    """Bytes in memory, or in a file that is read where it is sliced."""

    def __len__(self) -> int:
        """How many there are."""

    def __getitem__(self, part: slice, /) -> bytes | bytearray:
        """Some of them."""


class FileBytes:
    """The bytes of an open file, read where they are sliced and not kept."""

    def __init__(self, file: BinaryIO, size: int) -> None:
        self._file, self._size = file, size

    def __len__(self) -> int:
        """The size of the file when it was opened."""
        return self._size

    def __getitem__(self, part: slice, /) -> bytes:
        """The bytes of a slice without a step; fewer where the file has become shorter."""
        first, last, _ = part.indices(self._size)
        self._file.seek(first)
        return self._file.read(max(0, last - first))


@dataclass(frozen=True)
class View:
    """Numbers that lie side by side in a file, taken in place where its bytes are in memory; see `check_size`."""

    data: Bytes
    start: int  # byte of the first number
    dtype: np.dtype[Any]
    order: Literal["C", "F"]

    @property
    def is_read_by_rows(self) -> bool:
        """Whether rows are read from a file when they are asked for."""
        return isinstance(self.data, FileBytes) and self.order == "C"

    def __call__(self, axes: tuple[int, ...]) -> NDArray[Any]:
        """All of them, in a shape."""
        return self._numbers(0, math.prod(axes)).reshape(axes, order=self.order)

    def table(self, rows: int, columns: int) -> Table:
        """A table that reads the rows of each block."""

        def stored(part: slice, columns_: slice) -> NDArray[Any]:
            first, last, _ = part.indices(rows)
            numbers = self._numbers(first * columns, max(0, last - first) * columns)
            return numbers.reshape(-1, columns)[:, columns_]

        def block(part: slice, columns_: slice) -> NDArray[np.float64]:
            return as_table(stored(part, columns_)).block(slice(None), slice(None))

        return Table(rows, columns, block, stored=stored)

    def _numbers(self, first: int, count: int) -> NDArray[Any]:
        if not isinstance(self.data, FileBytes):
            return np.frombuffer(self.data, self.dtype, count, self.start + first * self.dtype.itemsize)  # type: ignore[call-overload]
        start, size = self.start + first * self.dtype.itemsize, count * self.dtype.itemsize
        part = self.data[start : start + size]
        if len(part) < size:
            raise TableError("The file became shorter while it was read.")
        return np.frombuffer(part, self.dtype)


def check_size(label: str, shape: tuple[int, ...], dtype: np.dtype[Any], size: int) -> None:
    """Refuse a tensor whose shape and type do not take exactly `size` bytes."""
    shape_size = math.prod(shape) * dtype.itemsize
    if shape_size != size:
        numbers = f"{shape_text(shape)} numbers of {dtype.itemsize} bytes, which is {bytes_text(shape_size)}"
        refuse(label, f"promises {numbers}, but holds {bytes_text(size)}")


def _check_numbers(label: str, table: Table) -> None:
    """Refuse a table whose measures, which square its numbers and add them up, float64 could not hold."""
    largest, start = 0.0, 0
    for block in table.by_rows():
        low, high = block.min(), block.max()  # NaN if there is one
        if not (low >= -LARGEST and high <= LARGEST):
            row, column = np.argwhere(~(np.abs(block) <= LARGEST))[0]
            where = f"row {start + row:,}, column {column:,}, counted from 0"
            finite = np.isfinite(block[row, column])
            law = f"numbers up to {_text(LARGEST)} in size are read" if finite else "every number must be finite"
            refuse(label, f"holds {block[row, column]} in {where}; {law}")
        largest, start = max(largest, high, -low), start + len(block)
    if 0 < largest < 1 / LARGEST:
        law = f"the largest must have a size of at least {_text(1 / LARGEST)}, unless all are 0"
        refuse(label, f"holds no number beyond {largest:.3g} in size; {law}")


def _text(power: float) -> str:
    return f"{power:.0e}".replace("+", "")
