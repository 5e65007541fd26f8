"""Reads a folder of golden files and says where core disagrees."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from core.teach.check import Check
from tests.golden import grids, rotations
from tests.golden.quantity import Quantity
from tests.golden.roundings import OF_ROUNDINGS

BY_KIND = {**rotations.OF_PROMPTS, **grids.OF_WINDOWS, **rotations.OF_TEXTS, **OF_ROUNDINGS}
BY_IMPLEMENTATION = {**grids.OF_GRIDS, **rotations.OF_ROTATIONS, **grids.OF_SIGNALS}


@dataclass(frozen=True)
class Report:
    """How a folder of golden files compares with core."""

    files: int
    cases: int  # compared, or impossible to compare
    matches: int  # cases without a disagreement
    values: int  # numbers that were compared
    disagreements: tuple[str, ...]  # one line each, which begins with the file's name


def compare(folder: Path) -> Report:
    """Compare every file of a folder whose name ends in .json with core."""
    paths = sorted(folder.glob("*.json"))
    if not paths:
        return Report(0, 0, 0, 0, (f"{folder}: must be a folder with files of golden values, got none",))
    cases = matches = values = 0
    disagreements: list[str] = []
    for path in paths:
        for label, lines, count in _of_file(path):
            cases += label != ""
            matches += label != "" and not lines
            values += count
            disagreements += [f"{path.name}: {label + ': ' if label else ''}{line}" for line in lines]
    return Report(len(paths), cases, matches, values, tuple(disagreements))


def checks(path: Path) -> Iterator[Check]:
    """The checks of a golden file, whose cases must all be known."""
    source, cases = _read(path)
    for number, case in enumerate(cases, 1):
        for quantity in reader(case)(case):
            yield _check(path.stem, f"{number} {_title(case)}, {quantity.name}", source, quantity, case)


def reader(case: dict[str, Any]) -> Callable[[dict[str, Any]], Iterator[Quantity]]:
    """The function that reads a case, by its kind or else by the name of its implementation."""
    if "layers" in case and "config" in case:
        return rotations.layers
    readers, name = (BY_KIND, case["kind"]) if "kind" in case else (BY_IMPLEMENTATION, case.get("implementation"))
    if not isinstance(name, str):
        raise ValueError(f"a case must name its kind or its implementation, got {name!r:.80}")
    if name in readers:
        return readers[name]
    prefixes = [prefix for prefix in readers if name.startswith(prefix)]
    if not prefixes:
        raise ValueError(f"the schema must be known, got {name!r:.80}")
    return readers[max(prefixes, key=len)]  # the longest


def _of_file(path: Path) -> Iterator[tuple[str, list[str], int]]:
    """Name, disagreements and number of values of each case; without a name, those of the file itself."""
    try:
        source, cases = _read(path)
    except (OSError, ValueError, RecursionError) as error:
        yield "", [f"cannot be read: {error}"], 0
        return
    for number, case in enumerate(cases, 1):
        try:
            lines, count = _compare_case(case, source)
        except Exception as error:  # untrusted files may hold anything; errors name the entry
            lines, count = [f"cannot be compared: {type(error).__name__}: {error}"], 0
        yield f"case {number}, {_title(case)}", lines, count


def _compare_case(case: Any, source: str) -> tuple[list[str], int]:
    """Disagreements of one case, and how many numbers were compared."""
    if not isinstance(case, dict):
        raise ValueError(f"a case must be an object, got {case!r:.80}")
    if case.get("raises"):
        return _compare_refusal(case)
    lines, count = [], 0
    for quantity in reader(case)(case):
        check = _check("", quantity.name, source, quantity, case)
        core_shape, expected_shape = np.shape(quantity.actual), np.shape(_reference(quantity, case))
        count += check.reference.size
        if core_shape != expected_shape:
            lines.append(f"{quantity.name} must be of shape {expected_shape}, core gives {core_shape}")
        elif check.reference.size and not (result := check.run()).passes:
            lines.append(
                f"{quantity.name} differs by {result.largest:.3g}, at most {quantity.tolerance:.1g} allowed"
            )
    if not count:
        raise ValueError("a case must hold values, got none")
    return lines, count


def _compare_refusal(case: dict[str, Any]) -> tuple[list[str], int]:
    """Nothing where core refuses what the implementation refuses; `raises` is true, or a part of the message."""
    read, reason = reader(case), case["raises"]
    try:
        for quantity in read(case):
            np.shape(quantity.actual)  # computes it
    except ValueError as error:
        matches = reason is True or str(reason).lower() in str(error).lower()
        return ([] if matches else [f"must be refused with {reason!r:.80}, core says {str(error)[:200]!r}"]), 1
    return ["must be refused, core gives values"], 1


def _check(group: str, name: str, source: str, quantity: Quantity, case: dict[str, Any]) -> Check:
    reference = np.asarray(_reference(quantity, case), float).reshape(-1)
    compute, tolerance = partial(np.asarray, quantity.actual), quantity.tolerance
    return Check(group, name, source, reference, compute, tolerance, relative=False)


def _reference(quantity: Quantity, case: dict[str, Any]) -> Any:
    return case[quantity.name] if quantity.reference is None else quantity.reference


def _read(path: Path) -> tuple[str, list[Any]]:
    """Source and cases of a file."""
    content = json.loads(path.read_text("utf-8"))
    if not isinstance(content, dict) or not isinstance(content.get("cases"), list):
        raise ValueError("must be an object with a list of cases")
    if not content["cases"]:
        raise ValueError("must have at least one case, got none")
    return str(content.get("source", "")), content["cases"]


def _title(case: Any) -> str:
    """What a case is about, in a few words."""
    if not isinstance(case, dict):
        return "unknown"
    return str(case.get("implementation") or case.get("kind") or case.get("model_type") or "unknown")[:60]
