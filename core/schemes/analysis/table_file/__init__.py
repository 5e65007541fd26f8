"""Tables in uploaded files, which are not trusted: first listed from their headers, then one of them read.

Every size that a header gives is checked against the bytes that are there before anything is allocated. The numbers
are read in place, in their own type.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import PurePath
from typing import Any

from core.inputs.whole_text import whole_text
from core.schemes.analysis.table_file.arrays import npy_tensors, npz_tensors, safetensors_tensors
from core.schemes.analysis.table_file.printed import text_tensors
from core.schemes.analysis.table_file.tensor import (
    MOST_BYTES,
    MOST_COLUMNS,
    MOST_ROWS,
    FileBytes,
    TableError,
    Tensor,
    bytes_text,
    label_of,
    printable,
    refuse,
    shape_text,
)

__all__ = [
    "FORMATS",
    "MOST_BYTES",
    "MOST_COLUMNS",
    "MOST_ROWS",
    "FileBytes",
    "TableError",
    "Tensor",
    "tables",
    "tensors",
]

FORMATS: Mapping[str, Callable[[str, Any], Iterator[Tensor]]] = {
    ".npy": npy_tensors,
    ".npz": npz_tensors,
    ".csv": text_tensors,
    ".tsv": text_tensors,
    ".txt": text_tensors,
    ".json": text_tensors,
    ".safetensors": safetensors_tensors,
}
"""Ending of a file's name → function that lists its tensors."""

BY_PARTS = {".npy", ".safetensors"}  # of which no more is read than is asked for


def tensors(file: str, data: bytes | FileBytes) -> dict[str, Tensor]:
    """The tensors of an untrusted file, listed from its headers; the ending of its name decides the format.

    Returns at least one, by name; raises TableError for an unknown format, an empty file or an exceeded limit.
    """
    file = whole_text(file)
    ending = PurePath(file).suffix.lower()
    if ending not in FORMATS:
        refuse(label_of(file), f"has none of the endings {', '.join(FORMATS)}")
    is_by_parts = isinstance(data, FileBytes) and ending in BY_PARTS
    if len(data) > MOST_BYTES and not is_by_parts:
        refuse(label_of(file), f"has {bytes_text(len(data))}; {bytes_text(MOST_BYTES)} are the most")
    if not data:
        refuse(label_of(file), "is empty")
    content = data if is_by_parts else data[:]
    by_name = {tensor.name: tensor for tensor in FORMATS[ending](file, content)}
    if not by_name:
        refuse(label_of(file), "holds no tensor")
    return by_name


def cosines_and_sines(by_name: Mapping[str, Tensor]) -> tuple[Tensor, ...]:
    """Two tables of one shape whose names differ by cos and sin alone; none where there are no such two."""
    for name, cosines in by_name.items():
        sines = by_name.get(name.replace("cos", "sin")) if "cos" in name else None
        if sines is None or sines.shape != cosines.shape or len(cosines.axes) != 2:
            continue
        if not (cosines.is_complex or sines.is_complex):
            return cosines, sines
    return ()


def tables(by_name: dict[str, Tensor]) -> dict[str, Tensor]:
    """The tensors with two axes and lists of frequencies, likely position tables first; a single tensor is kept.

    Raises TableError if none of several tensors is one.
    """
    if len(by_name) == 1:
        return by_name
    matrices = {
        name: tensor
        for name, tensor in by_name.items()
        if len(tensor.axes) == 2 or (len(tensor.axes) == 1 and "freq" in name.lower())
    }
    if not matrices:
        every = list(by_name.values())
        some = ", ".join(f"{printable(tensor.name)} ({shape_text(tensor.shape)})" for tensor in every[:4])
        refuse(label_of(every[0].file), f"holds {len(every):,} tensors and none has two axes: {some}")
    return dict(sorted(matrices.items(), key=lambda item: not re.search("pos|wpe", item[0], re.IGNORECASE)))
