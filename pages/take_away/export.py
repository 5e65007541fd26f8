"""Scripts of `take_away/` with the reader's values, each as one file that needs nothing of this project."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from core.method import Method
from pages.take_away.script import Script, read

COLLECTIONS = {"schemes": "SCHEMES", "scaling": "RULES"}
"""Folders that a script may go through, and the name under which it does."""

_LAST = "finish"
"""What only the ending of a script calls: it stands below what the reader came for."""


def export(
    script: Script,
    values: Mapping[str, Any],
    *,
    title: str,
    chosen: Sequence[Method] = (),
    notes: Sequence[str] = (),
) -> str:
    """A script with other values and with all that it imports from `take_away/`, as one file.

    Parameters
    ----------
    script : Script
    values : mapping
        By name; other inputs keep the value that the file has.
    title : str
    chosen : sequence of Method
        Schemes or rules that take part, where the script goes through all of a folder.
    notes : sequence of str
        Lines of the comment at the head.

    Returns
    -------
    program : str

    Raises
    ------
    ValueError
        If a value is no input of the script.
    """
    unknown = sorted(values.keys() - script.inputs.keys())
    if unknown:
        raise ValueError(f"values must be inputs of take_away/{script.name}.py, got {', '.join(unknown)}")
    parts = list({each.name: each for each in _inlined(script, chosen)}.values())
    head = [f"# {line}".rstrip() for entry in (title, script.doc, *notes) for line in entry.splitlines()]
    imports = sorted({line for each in [*parts, script] for line in each.imports})
    given = [
        f"{name} = {written(values.get(name, value))}{f'  {comment}' if comment else ''}"
        for name, (value, comment) in script.inputs.items()
    ]
    opening = "\n\n".join("\n".join(lines) for lines in (head, imports, given) if lines)
    above = [each.functions for each in parts if each.name != _LAST]
    below = [each.functions for each in parts if each.name == _LAST]
    collected = _collected([*parts, script], chosen)
    return "\n\n\n".join(filter(None, [opening, *above, *collected, script.body, *below, script.ending])) + "\n"


def _inlined(script: Script, chosen: Sequence[Method]) -> Iterator[Script]:
    """Every script that another one needs, depth-first; of a folder that it goes through, the chosen ones."""
    for name, _ in script.needs:
        for own in _chosen(name, chosen) if name in COLLECTIONS else [read(name)]:
            yield from [*_inlined(own, chosen), own]


def _chosen(folder: str, chosen: Sequence[Method]) -> list[Script]:
    return [read(f"{folder}/{stem_of(record)}") for record in chosen if folder_of(record) == folder]


def _collected(scripts: Sequence[Script], chosen: Sequence[Method]) -> Iterator[str]:
    """SCHEMES or RULES, where a script imports it: the records of the chosen ones by name."""
    needed = {name for script in scripts for name, _ in script.needs}
    for folder in COLLECTIONS.keys() & needed:
        entries = [
            f"    {written(record.name)}: {own.record}," for record in chosen for own in _chosen(folder, [record])
        ]
        yield "\n".join([f"{COLLECTIONS[folder]} = {{", *entries, "}"])


def folder_of(record: Method) -> str:
    """The folder of `take_away/` that holds a record's code: named as the one in core."""
    return Path(inspect.getfile(inspect.unwrap(record.function))).parent.name


def stem_of(record: Method) -> str:
    """The file stem of a scheme or a rule."""
    return Path(inspect.getfile(inspect.unwrap(record.function))).stem


def written(value: Any) -> str:
    """A value as Python reads it back.

    Examples
    --------
    >>> written([1, 2.0, "a"]), written(list(range(0, 12, 3)) + [12])
    ('[1, 2, "a"]', 'list(range(0, 15, 3))')
    """
    if isinstance(value, np.ndarray | np.generic):
        return written(value.tolist())
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{written(key)}: {written(own)}" for key, own in value.items()) + "}"
    if isinstance(value, list | tuple):
        return _listed(value)
    if isinstance(value, str):
        quoted = repr(value)
        return f'"{quoted[1:-1]}"' if quoted[0] == "'" and '"' not in quoted else quoted
    whole = isinstance(value, float) and value.is_integer() and abs(value) < 2**53
    return repr(int(value) if whole else value)


def _listed(values: Sequence[Any]) -> str:
    steps = {b - a for a, b in pairwise(values)} if all(type(value) is int for value in values) else set()
    if len(values) > 4 and len(steps) == 1 and steps != {0}:
        step = steps.pop()
        return f"list(range({values[0]}, {values[-1] + step}{'' if step == 1 else f', {step}'}))"
    return f"[{', '.join(map(written, values))}]"
