"""Scripts to take away: what a picture is made of, in one file that runs with nothing of this project."""

from __future__ import annotations

import ast
import builtins
import re
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from core.inputs.settings import PARAMETERS
from core.scaling.longrope import phi3_divisors
from core.scaling.parameters import FACTOR, ORIGINAL_LENGTH
from core.schemes.scheme import Family, Scheme

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from core.method import Method

MOST = 2**24  # numbers in an array of a script, 0.1 GB
IMPORTS = {"json": "import json", "re": "import re", "np": "import numpy as np", "torch": "import torch"}
INPUTS: Mapping[str, Mapping[str, str]] = {
    "NumPy": {
        "positions": "np.arange(length)",
        "queries": "np.arange(length)",
        "keys": "np.arange(length)",
        "vectors": "np.ones((len(positions), max(2, d_model // 2 * 2)))  # queries or keys",
        "trained": "base ** (-2 * np.arange(dim // 2) / dim)  # radians per token",
    },
    "PyTorch": {
        "positions": "torch.arange(length, dtype=torch.float64)",
        "queries": "torch.arange(length, dtype=torch.float64)",
        "keys": "torch.arange(length, dtype=torch.float64)",
        "vectors": "torch.ones(len(positions), max(2, d_model // 2 * 2), dtype=torch.float64)  # queries or keys",
        "trained": "base ** (-2 * torch.arange(dim // 2, dtype=torch.float64) / dim)  # radians per token",
    },
}
"""What a scheme or a rule is asked for, where nobody asks for anything else."""
RESULTS = {Family.ADDITIVE: "table", Family.NONE: "table", Family.ROTARY: "turned", Family.BIAS: "bias"}
_UNITS = {known.name: known.unit for known in (*PARAMETERS, FACTOR, ORIGINAL_LENGTH) if known.unit != "1"}
_UNITS |= {"target": "tokens", "dim": "rotary features", "heads": "heads", "positions": "tokens"}


@dataclass(frozen=True)
class Block:
    """Lines of a script.

    Parameters
    ----------
    code : str
    values : mapping
        Values by name that the lines begin from, where they use that name.
    """

    code: str
    values: Mapping[str, Any] = field(default_factory=dict)


def block(record: Method, language: str, values: Mapping[str, Any]) -> Block:
    """A scheme or a rule with its parameters as they are set, or at their defaults.

    Parameters
    ----------
    record : Method
    language : str
        One of LANGUAGES.
    values : mapping
        Anything by name; what the record does not take is left aside.
    """
    own = {parameter.name: values.get(parameter.name, record.default(parameter)) for parameter in record.parameters}
    return Block(f"# {record.name}, {record.year}\n{record.code(language)}", own)


def result(record: Method) -> str:
    """The name under which a record's code leaves its array."""
    return RESULTS[record.family] if isinstance(record, Scheme) else "frequencies"


def affordable(records: Sequence[Method], *, length: int, d_model: int, heads: int) -> int:
    """The length up to which no array of the records' code has more than MOST numbers, tokens."""
    most = [length]
    for record in records:
        if isinstance(record, Scheme):
            of_bias = record.family is Family.BIAS
            most.append(int((MOST // heads) ** 0.5) if of_bias else max(1, MOST // d_model))
    return min(most)


def searched_divisors(pairs: int) -> dict[str, list[float]]:
    """The lists that LongRoPE's code begins from, of Phi-3 and for another number of pairs."""
    return {name: divisors.tolist() for name, divisors in phi3_divisors(pairs).items()}


def script(
    blocks: Sequence[Block],
    language: str,
    values: Mapping[str, Any],
    *,
    title: str,
    notes: Sequence[str] = (),
    shows: str,
) -> str:
    """One file of all blocks, with a value for every name that they begin from.

    Parameters
    ----------
    blocks : sequence of Block
    language : str
        One of LANGUAGES.
    values : mapping
        By name, for all blocks.
    title : str
        What the script computes.
    notes : sequence of str
        Lines of the comment at its head: sources, the link.
    shows : str
        Name of the array, or of the mapping of names to columns, that is printed.

    Returns
    -------
    code : str

    Raises
    ------
    ValueError
        If a block uses a name that has no value.
    """
    body = list(_lines(blocks, language, values))
    text = "\n".join(body)
    head = [f"# {line}".rstrip() for entry in (title, *notes) for line in entry.splitlines()]
    imports = [line for name, line in IMPORTS.items() if re.search(rf"\b{name}\.", text)]
    columns = "for name, values in list(shown.items())[:8]:\n    print(name, values)"
    printed = columns if shows == "shown" else f"print({shows})"
    return "\n".join([*head, "", *imports, "", text, "", printed, ""])


def _lines(blocks: Sequence[Block], language: str, values: Mapping[str, Any]) -> Iterator[str]:
    known: dict[str, Any] = {}
    for each in blocks:
        own, names = {**values, **each.values}, needed(each.code)
        for name in names:
            if name in IMPORTS or (name in known and (name not in each.values or same(known[name], own[name]))):
                continue
            yield from _assigned(name, own, language, known)
        if set(names) - IMPORTS.keys():
            yield ""
        yield each.code.strip("\n")
        yield ""
        known |= dict.fromkeys(defined(each.code))


def _assigned(name: str, values: Mapping[str, Any], language: str, known: dict[str, Any]) -> Iterator[str]:
    """Lines that give a name its value, and before them the names that the value is made of."""
    if name in values:
        unit = _UNITS.get(name)
        yield f"{name} = {written(values[name])}" + (f"  # {unit}" if unit else "")
    elif name in INPUTS[language]:
        for other in needed(INPUTS[language][name]):
            if other not in known and other not in IMPORTS:
                yield from _assigned(other, values, language, known)
        yield f"{name} = {INPUTS[language][name]}"
    else:
        raise ValueError(f"code must use names that have a value, got {name}")
    known[name] = values.get(name)


def same(one: Any, other: Any) -> bool:
    """Whether two values are written alike."""
    return one is not None and written(one) == written(other)


def written(value: Any) -> str:
    """A value as Python reads it back."""
    if isinstance(value, np.ndarray | np.generic):
        return written(value.tolist())
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


def needed(code: str) -> list[str]:
    """Names that code reads and does not give a value itself, in the order in which they appear.

    Examples
    --------
    >>> needed("table = np.outer(positions, [base**-i for i in range(d_model)])")
    ['np', 'positions', 'base', 'd_model']
    """
    tree = ast.parse(code)
    given = defined(code) | {each.arg for each in ast.walk(tree) if isinstance(each, ast.arg)} | set(dir(builtins))
    read = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)]
    ordered = sorted(read, key=lambda node: (node.lineno, node.col_offset))
    return [name for name in dict.fromkeys(node.id for node in ordered) if name not in given]


def defined(code: str) -> set[str]:
    """Names that code gives a value or defines."""
    nodes = list(ast.walk(ast.parse(code)))
    stored = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return stored | {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
