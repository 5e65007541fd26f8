"""Numbers in text files: separated by commas, tabs or blanks, or as Python, NumPy and PyTorch print them."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.schemes.analysis.table_file.delimited import MOST_NUMBERS, csv_tensors
from core.schemes.analysis.table_file.tensor import MOST_ROWS, Tensor, label_of, printable, refuse, shape_text

DEEPEST = 5  # axes of a printed array
BEFORE = re.compile(
    r"\s*(\w+\s*=\s*)?((np|numpy|torch|jnp|tf)\.)?(Parameter containing:\s*)?(\w+\s*\(\s*)?", re.ASCII
)
PRINTED = re.compile(BEFORE.pattern + r"\[", re.ASCII)
BEHIND = re.compile(r"[\s\w,.:='\"<>()]{0,300};?\s*", re.ASCII)  # the type, the device, the end of the call
INNERMOST = re.compile(r"\[([^\[\]]*)\]")
BETWEEN = re.compile(r"[\[\],\s]*")
CUT = re.compile(r"\.\.\.|…")


def text_tensors(file: str, data: bytes) -> Iterator[Tensor]:
    """The numbers of a text file."""
    start = data[:4096].removeprefix(b"\xef\xbb\xbf").lstrip()
    first = start.split(b"\n", 1)[0]
    if b"[" in first or PRINTED.match(start.decode("ascii", "replace")):
        yield from _printed(file, data)
    elif first.split()[1:] and not re.search(rb"[,;\t\"]", first.strip()):
        yield from csv_tensors(file, b"\n".join(b",".join(line.split()) for line in io.BytesIO(data)))
    else:
        yield from csv_tensors(file, data)


def _printed(file: str, data: bytes) -> Iterator[Tensor]:
    """An array in brackets, of any number of axes."""
    label, text = label_of(file), data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")
    first, last = text.index("["), text.rfind("]")
    if last < first:
        refuse(label, "has no bracket that closes its first one")
    before, behind = text[:first], text[last + 1 :]
    if not BEFORE.fullmatch(before):
        refuse(label, f"has “{printable(before.strip())}” before its first bracket; an array alone is read")
    if not BEHIND.fullmatch(behind):
        refuse(label, f"has “{printable(behind.strip())}” behind its last bracket; an array alone is read")
    body = text[first : last + 1]
    if CUT.search(body):
        whole = "np.set_printoptions(threshold=sys.maxsize) or torch.set_printoptions(profile='full')"
        refuse(label, f"was cut short where it was printed, with “…” in it; print all of it, after {whole}")
    if (count := body.count("[")) > 2 * MOST_ROWS:
        refuse(label, f"has {count:,} brackets; {MOST_ROWS:,} rows are the most")
    rows = INNERMOST.findall(body)
    if not BETWEEN.fullmatch(INNERMOST.sub("", body)):
        refuse(label, "has something other than commas between its rows of numbers")
    outer = _outer_shape(re.sub(r"[^\[\]]+", "", body))
    if outer is None:
        refuse(label, f"has brackets that do not form an array of up to {DEEPEST} axes, with as many rows in each")
    columns = len(rows[0].replace(",", " ").split())
    if columns * len(rows) > MOST_NUMBERS:
        refuse(
            label, f"has {len(rows):,} rows of {columns:,} numbers; {MOST_NUMBERS:,} numbers are the most in a text"
        )
    shape, is_complex = (*outer, columns), "j" in body

    def values(axes: tuple[int, ...]) -> NDArray[Any]:
        numbers = _numbers(label, rows, complex if is_complex else float)
        if numbers.shape != (len(rows), columns):
            refuse(label, f"holds {shape_text(numbers.shape)} numbers, but has brackets for {shape_text(shape)}")
        return numbers.reshape(axes)

    yield Tensor(file, "", shape, "text", values, is_complex=is_complex)


def _outer_shape(brackets: str) -> tuple[int, ...] | None:
    """How many lists each level of brackets holds, outermost first; None where they are not all alike.

    >>> _outer_shape("[[[][]][[][]][[][]]]"), _outer_shape("[[][[]]]")
    ((3, 2), None)
    """
    sizes: list[int] = []
    while brackets != "[]":
        inside = brackets[1:-1]
        signs = np.frombuffer(inside.encode(), np.uint8)
        closed = np.cumsum(np.where(signs == ord("["), 1, -1), dtype=np.int32) == 0
        first = inside[: int(closed.argmax()) + 1]  # the first list, with all that is in it
        if not closed.any() or brackets[0] != "[" or len(sizes) + 1 >= DEEPEST or len(inside) % len(first):
            return None
        sizes.append(len(inside) // len(first))
        if first * sizes[-1] != inside:
            return None
        brackets = first
    return tuple(sizes)


def _numbers(label: str, rows: list[str], kind: type) -> NDArray[Any]:
    try:
        numbers: NDArray[Any] = np.loadtxt(
            (row.replace(",", " ").replace("\n", " ") for row in rows), dtype=kind, comments=None, ndmin=2
        )
    except ValueError as error:
        match = re.search(r"string '(.*)' to .* at row (\d+), column (\d+)", str(error), re.DOTALL)
        if match is None:
            refuse(label, "has rows of different lengths")
        cell, row, column = match.groups()
        place = f"row {int(row):,}, column {int(column) - 1:,}"
        refuse(label, f"holds “{printable(cell)}” in {place}, counted from 0; every cell must be a number")
    return numbers
