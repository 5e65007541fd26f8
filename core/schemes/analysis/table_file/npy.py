"""Arrays in .npy files."""

import io
from collections.abc import Iterator
from typing import Any, Literal

import numpy as np
from numpy.lib import format as npy_format

from core.schemes.analysis.table_file.messages import label_of, printable, refuse, shape_text
from core.schemes.analysis.table_file.tensor import Tensor, check_size, view

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
