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

MOST_NUMBERS = MOST_BYTES // 4  # four or eight bytes each once they are read
NUMBER_CHARACTERS = 64  # of a number, on average over a line
BLANK = b" \t\r\n"


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
    first = next((line for line in io.BytesIO(text) if line.strip(BLANK)), b"")
    if not first:
        refuse(label, "holds nothing but blank lines")
    separator = max((b",", b";", b"\t"), key=first.count)
    width = first.count(separator) + 1
    if width > MOST_COLUMNS:
        refuse(label, f"has {width:,} columns; {MOST_COLUMNS:,} are the most")
    names = [cell.strip(b'" \r\n') for cell in first.split(separator)]
    header = not all(_is_number(cell) for cell in names)
    index = header and width > 1 and not names[0]
    rows = _check_lines(label, text, separator, width, header)
    if rows * width > MOST_NUMBERS:
        refuse(label, f"has {rows:,} rows of {width:,} numbers; {MOST_NUMBERS:,} numbers are the most in a text")

    def values(axes: tuple[int, int]) -> NDArray[Any]:
        dtype = np.dtype(np.float64 if 8 * rows * width <= MOST_BYTES else np.float32)
        lines = (line for line in io.BytesIO(text) if line.strip(BLANK))
        parsed = _parsed(label, islice(lines, header, None), separator.decode(), range(index, width), dtype)
        if parsed.shape != axes:  # an open quotation mark takes in the following lines
            refuse(
                label, f"holds {shape_text(parsed.shape)} numbers, but has lines and marks for {shape_text(axes)}"
            )
        return parsed

    yield Tensor(file, "", (rows, width - index), "text", values, index=index)


def _check_lines(label: str, text: bytes, separator: bytes, width: int, header: bool) -> int:
    """The number of lines with numbers; refuses lines with another number of cells, or too long ones."""
    count = -int(header)
    for number, line in enumerate(io.BytesIO(text), 1):
        if not line.strip(BLANK):
            continue
        count += 1
        if line.count(separator) + 1 != width:
            refuse(label, f"has {line.count(separator) + 1:,} cells in line {number:,}, but {width:,} in the first")
        if count and len(line) > NUMBER_CHARACTERS * width + 2:
            refuse(
                label, f"has {len(line):,} characters in line {number:,}; {NUMBER_CHARACTERS} a number are the most"
            )
    return count


def _parsed(
    label: str, lines: Iterable[bytes], separator: str, columns: range, dtype: np.dtype[Any]
) -> NDArray[Any]:
    texts = (line.decode("ascii", "replace").rstrip("\r\n") for line in lines)
    try:
        values: NDArray[Any] = np.loadtxt(
            texts, dtype, delimiter=separator, usecols=columns, comments=None, quotechar='"', ndmin=2
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
