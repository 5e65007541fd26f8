"""Tensors in .safetensors files; docs/decisions/0015 says why no package reads them."""

import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from core.inputs.whole_text import whole_text
from core.long_context.dtypes import BFLOAT16
from core.schemes.analysis.table_file.tensor import (
    MOST_TENSORS,
    Tensor,
    bytes_text,
    check_size,
    count_text,
    label_of,
    printable,
    refuse,
    view,
)

HEADER_BYTES = 500_000  # of JSON, at most
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


def safetensors_tensors(file: str, data: bytes) -> Iterator[Tensor]:
    """The tensors of the file: eight bytes of header length, a JSON header, then the numbers without gaps."""
    label = label_of(file)
    length, room = int.from_bytes(data[:8], "little"), len(data) - 8
    if room < 0 or length > min(HEADER_BYTES, room):
        limits = f"at most {bytes_text(HEADER_BYTES)} are read, and the file holds {bytes_text(max(room, 0))}"
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


def _json_object(label: str, text: bytes) -> dict[str, Any]:
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


def _entry(file: str, name: str, entry: dict[str, Any], data: bytes, start: int, size: int) -> Tensor:
    label, kind, shape = label_of(file, name), entry.get("dtype"), entry.get("shape")
    if not isinstance(kind, str) or kind not in DTYPES:
        refuse(label, f"holds the type {printable(str(kind))}; {', '.join(DTYPES)} are read")
    if not isinstance(shape, list) or any(type(axis) is not int or axis < 0 for axis in shape):
        refuse(label, f"promises the shape {printable(str(shape))}; sizes are whole numbers of at least 0")
    dtype = np.dtype(DTYPES[kind])
    check_size(label, tuple(shape), dtype, size)
    return Tensor(file, name, tuple(shape), kind, view(data, start, dtype, "C"))
