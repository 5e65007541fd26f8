"""Tables of numbers in text files."""

import io
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.schemes.analysis.table_file.tensor import (
    MOST_BYTES,
    MOST_COLUMNS,
    MOST_ROWS,
    Tensor,
    label_of,
    printable,
    refuse,
    shape_text,
)

MOST_NUMBERS = MOST_BYTES // 8  # bytes each once they are read
NUMBER_CHARACTERS = 64  # of a number, on average over a line
BLOCK = 1 << 18  # characters looked at together

_IS_SPACE = np.array([not bytes([code]).strip() for code in range(256)])


def csv_tensors(file: str, data: bytes) -> Iterator[Tensor]:
    """The table of a text file with commas, semicolons or tabs.

    A first row of names is skipped; so is a first column without a name, if there is such a row.
    """
    label = label_of(file)
    if data[:1] == b"\x80" or b"\0" in data[:4096]:
        refuse(label, "is no text: it holds bytes that no text has")
    if (lines := data.count(b"\n")) > MOST_ROWS:
        refuse(label, f"has {lines:,} lines; {MOST_ROWS:,} are the most")
    text = data.removeprefix(b"\xef\xbb\xbf")
    first = next(_lines(text), b"")
    if not first:
        refuse(label, "holds nothing but blank lines")
    separator = max((b",", b";", b"\t"), key=first.count)
    width = first.count(separator) + 1
    if width > MOST_COLUMNS:
        refuse(label, f"has {width:,} columns; {MOST_COLUMNS:,} are the most")
    names = [cell.strip(b'" \r\n') for cell in first.split(separator)]
    header = not all(_is_number(cell) for cell in names)
    index = header and width > 1 and not names[0]
    rows = _checked_rows(label, text, separator, width, first if header else None) - header
    if rows * width > MOST_NUMBERS:
        refuse(label, f"has {rows:,} rows of {width:,} numbers; {MOST_NUMBERS:,} numbers are the most in a text")

    def values(axes: tuple[int, ...]) -> NDArray[Any]:
        lines = islice(_lines(text), header, None)
        numbers = _parse_numbers(label, lines, separator.decode(), range(index, width))
        if numbers.shape != axes:  # an open quotation mark takes in the following lines
            refuse(
                label, f"holds {shape_text(numbers.shape)} numbers, but has lines and marks for {shape_text(axes)}"
            )
        return numbers

    yield Tensor(file, "", (rows, width - index), "text", values, index=index)


def _lines(text: bytes) -> Iterator[bytes]:
    """The lines that are not blank."""
    return filter(bytes.strip, io.BytesIO(text))


def _checked_rows(label: str, text: bytes, separator: bytes, width: int, header: bytes | None) -> int:
    """How many lines are not blank; refuses one with other cells than the first, or too long for its numbers."""
    rows, most = 0, NUMBER_CHARACTERS * width + 2
    for start, block in _blocks(text):
        starts, marks, is_filled = _lines_of(block, separator)
        lengths = np.diff(starts, append=len(block))
        for at in np.flatnonzero(is_filled & ((marks != width - 1) | (lengths > most))):
            line, number = block[starts[at] : starts[at] + lengths[at]], text.count(b"\n", 0, start) + at + 1
            if marks[at] != width - 1:
                refuse(label, f"has {marks[at] + 1:,} cells in line {number:,}, but {width:,} in the first")
            if line != header:
                refuse(
                    label,
                    f"has {len(line):,} characters in line {number:,}; {NUMBER_CHARACTERS} a number are the most",
                )
        rows += int(np.count_nonzero(is_filled))
    return rows


def _blocks(text: bytes) -> Iterator[tuple[int, bytes]]:
    """Whole lines of at most BLOCK characters together, or a longer line alone, each with its place."""
    start = 0
    while start < len(text):
        end = text.rfind(b"\n", start, start + BLOCK) + 1 or text.find(b"\n", start) + 1 or len(text)
        yield start, text[start:end]
        start = end


def _lines_of(block: bytes, separator: bytes) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.bool]]:
    """Where each line begins, how many separators it has, and whether it is not blank."""
    if len(block) > BLOCK:
        return np.zeros(1, np.intp), np.array([block.count(separator)]), np.array([bool(block.strip())])
    characters = np.frombuffer(block, np.uint8)
    starts = np.concatenate([[0], np.flatnonzero(characters[:-1] == ord("\n")) + 1])
    marks = np.add.reduceat(characters == ord(separator), starts, dtype=np.intp)
    return starts, marks, np.logical_or.reduceat(~_IS_SPACE[characters], starts)


def _parse_numbers(label: str, lines: Iterable[bytes], separator: str, columns: range) -> NDArray[np.float64]:
    try:
        values: NDArray[np.float64] = np.loadtxt(
            lines, delimiter=separator, usecols=columns, comments=None, quotechar='"', ndmin=2, encoding="latin1"
        )
    except ValueError as error:
        match = re.search(r"string '(.*)' to .* at row (\d+), column (\d+)", str(error), re.DOTALL)
        cell, row, column = match.groups() if match else ("something", "0", "1")
        place = f"row {int(row):,}, column {int(column) - 1 - columns.start:,}"
        refuse(label, f"holds “{printable(cell)}” in {place}, counted from 0; every cell must be a number")
    return values


def _is_number(cell: bytes) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True
