"""Arrays in files, each identified: reports as text and as JSON."""

import argparse
import json
import math
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, BinaryIO

from clockface.command.opened import STANDARD_INPUT, UnreadableError, opened
from clockface.command.prose import wrap_text
from clockface.command.terminal import path, plain
from core.schemes.analysis.identify import Identification, identify, identify_pair
from core.schemes.analysis.table_file import MOST_BYTES, FileBytes, TableError, Tensor, cosines_and_sines, tensors

LIKELY = re.compile(
    r"pos|wpe|\bpe\b|rope|rotary|freq|cos|sin|alibi|relative_attention_bias|sinusoid", re.IGNORECASE
)
MOST_TENSORS = 16  # of one file
WHOLE = 2**22  # cells of an array that is looked at as a whole, and not as a table row by row
ROTATION = ("before", "after")  # names of the arrays of a rotation in an .npz file


@dataclass(frozen=True)
class ArrayReport:
    """One array: what it is, or why it was not read."""

    file: str  # as the person named it
    tensor: str = ""  # its name in the file; "" where the file holds one array
    identification: Identification | None = None
    refusal: str = ""


def reports(file: str, options: argparse.Namespace) -> Iterator[ArrayReport]:
    """What the arrays of a file are, or why it was not read."""
    try:
        with opened(file) as stream:
            by_name = _tensors(file, stream)
            if options.after:
                with opened(options.after) as other:
                    after = _chosen(_tensors(options.after, other), options.tensor)
                    yield _rotation(file, _chosen(by_name, options.tensor), after)
                return
            yield from _reports(file, by_name, options)
    except (UnreadableError, TableError, ValueError) as error:
        yield ArrayReport(file, refusal=str(error))


def _tensors(file: str, stream: BinaryIO) -> dict[str, Tensor]:
    """The arrays of an open file by name; from the standard input, by how it begins."""
    if file != STANDARD_INPUT:
        return tensors(os.path.basename(file), FileBytes(stream, os.fstat(stream.fileno()).st_size))
    data = stream.read(MOST_BYTES + 1)
    endings = {b"\x93NUMPY": ".npy", b"PK\x03\x04": ".npz"}
    ending = next((each for start, each in endings.items() if data.startswith(start)), ".txt")
    return tensors(f"standard input{ending}", data)


def _chosen(by_name: Mapping[str, Tensor], name: str | None) -> Tensor:
    if name is not None:
        if name not in by_name:
            some = ", ".join(list(by_name)[:8]) or "none"
            raise UnreadableError(
                f"--tensor must be a name of an array in the file, such as {some}, got {name[:80]!r}"
            )
        return by_name[name]
    if len(by_name) > 1:
        raise UnreadableError(f"holds {len(by_name):,} arrays; name one with --tensor")
    return next(iter(by_name.values()))


def _reports(file: str, by_name: Mapping[str, Tensor], options: argparse.Namespace) -> Iterator[ArrayReport]:
    """Of one array, of two that belong together, or of those whose names speak of position."""
    if options.tensor is not None or len(by_name) == 1:
        yield _report(file, _chosen(by_name, options.tensor), options.scheme)
        return
    if set(ROTATION) == by_name.keys():
        yield _rotation(file, *(by_name[name] for name in ROTATION))
        return
    both = cosines_and_sines(by_name)
    if both:
        yield _together(file, both)
        by_name = {name: tensor for name, tensor in by_name.items() if tensor not in both}
    likely = [tensor for name, tensor in by_name.items() if LIKELY.search(name)]
    if not likely and not both and len(by_name) <= MOST_TENSORS:
        likely = [*by_name.values()]
    if not likely and not both:
        raise UnreadableError(
            f"holds {len(by_name):,} arrays, none with a name that speaks of position; use --tensor"
        )
    for tensor in likely[:MOST_TENSORS]:
        yield _report(file, tensor, options.scheme)


def _report(file: str, tensor: Tensor, scheme: str | None) -> ArrayReport:
    try:
        if len(tensor.axes) == 2 and not tensor.is_complex and math.prod(tensor.shape) > WHOLE:
            result = replace(identify(tensor.unread(), scheme=scheme), shape=tensor.shape)
        else:
            result = identify(tensor.array(), scheme=scheme)
    except (TableError, ValueError) as error:
        return ArrayReport(file, tensor.name, refusal=str(error))
    return ArrayReport(file, tensor.name, result)


def _rotation(file: str, before: Tensor, after: Tensor) -> ArrayReport:
    return ArrayReport(file, "", identify(before.array(), after.array()))


def _together(file: str, both: Sequence[Tensor]) -> ArrayReport:
    cosines, sines = (tensor.unread() for tensor in both)
    result = identify_pair(cosines, sines, both[0].shape, is_named=True)
    if result is None:
        return ArrayReport(file, both[0].name, identify(cosines, scheme="RoPE"))
    return ArrayReport(
        file, " and ".join(tensor.name for tensor in both), replace(result, shape=(2, *both[0].shape))
    )


def text(results: Sequence[ArrayReport]) -> str:
    """Lines for a person."""
    return "\n".join(line for report in results for line in _lines(report))


def _lines(report: ArrayReport) -> Iterator[str]:
    name = path(report.file) + (f", {plain(report.tensor)}" if report.tensor else "")
    result = report.identification
    if result is None:
        yield f"{name}: not read: {plain(report.refusal)}"
        return
    yield from wrap_text(f"{name}: {result.summary}", 0, 2)
    yield from wrap_text(result.description, 2, 4)
    for fault in result.faults:
        yield from wrap_text(f"mistake: {fault.sentence}", 2, 4)
        yield from (f"    - {line}" for line in fault.makes.split("\n") if line)
        yield from (f"    + {line}" for line in fault.mends.split("\n") if line)
    for sentence in result.notes:
        yield from wrap_text(f"note: {sentence}", 2, 4)


def as_json(results: Sequence[ArrayReport]) -> str:
    """One object an array."""
    return json.dumps([_record(report) for report in results], indent=1)


def _record(report: ArrayReport) -> dict[str, Any]:
    told = report.identification.to_json() if report.identification is not None else {}
    return {"file": report.file, "tensor": report.tensor or None, "refused": report.refusal or None, **told}
