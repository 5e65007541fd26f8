"""Scripts of `take_away/` with the reader's values, each as one file that needs nothing of this project."""

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from inspect import unwrap
from pathlib import Path
from typing import Any

from core.method import Method
from pages.take_away.formula import Definition, of, reachable
from pages.take_away.literal import as_literal
from pages.take_away.script import Script, read

COLLECTIONS = {"core.schemes": "SCHEMES", "core.scaling": "RULES"}
"""What a script may go through, as a module and its name there."""

FUNCTIONS = ("function", "keys", "table", "groups", "attention", "example_arguments")
"""Of schemes and rules, those that scripts may call."""

_GUARD = """for name in {files}:
    if not Path(__file__).with_name(name).exists():
        raise SystemExit(f"Take {{name}} from the same place as this script, and put it beside it.")"""

_LAST = "finish"
"""What only the ending of a script calls: it stands below what the reader came for."""


def export(
    script: Script,
    values: Mapping[str, Any],  # by name; other inputs keep the value that the file has
    *,
    title: str,
    methods: Sequence[Method] = (),  # schemes or rules that take part, where the script goes through all of them
    arguments: tuple[str, ...] = (),  # arguments that the script always passes to them
    notes: Sequence[str] = (),  # lines of the comment at the head
    files: Sequence[str] = (),  # names of those that it reads from its own folder
) -> str:
    """A script with other values and with all that it imports from `core` and `take_away/`, as one file."""
    unknown = sorted(values.keys() - script.inputs.keys())
    if unknown:
        raise ValueError(f"values must be inputs of take_away/{script.name}.py, got {', '.join(unknown)}")
    parts = by_name(inline(script, methods, arguments))
    head = [f"# {line}".rstrip() for entry in (title, script.doc, *notes) for line in entry.splitlines()]
    statements = {*script.imports, *(line for each in parts.values() for line in each.imports)}
    imports = merge_imports(statements | ({"from pathlib import Path"} if files else set()))
    guard = [_GUARD.format(files=as_literal([*files]))] if files else []
    inputs = [
        f"{name} = {as_literal(values.get(name, value))}{f'  {comment}' if comment else ''}"
        for name, (value, comment) in script.inputs.items()
    ]
    top = "\n\n".join("\n".join(lines) for lines in (head, imports, guard, inputs) if lines)
    above = [each.text for name, each in parts.items() if name != _LAST]
    below = [each.text for name, each in parts.items() if name == _LAST]
    return "\n\n\n".join(filter(None, [top, *stack_definitions(above), script.body, *below, script.ending])) + "\n"


def stack_definitions(texts: Iterable[str]) -> list[str]:
    """Definitions; values that follow one another are one, on successive lines."""
    parts: list[str] = []
    for text in texts:
        if parts and not any(each.startswith(("def ", "class ", "@")) for each in (parts[-1], text)):
            parts[-1] += f"\n{text}"
        else:
            parts.append(text)
    return parts


def merge_imports(imports: Iterable[str]) -> list[str]:
    """Statements that import libraries, one for each module."""
    names: dict[str, set[str]] = {}
    for line in imports:
        module, _, imported_names = line.partition(" import ")
        names.setdefault(module, set()).update(filter(None, imported_names.split(", ")))
    return sorted(
        f"{module} import {', '.join(sorted(each))}" if each else module for module, each in names.items()
    )


def by_name(definitions: Iterable[Definition]) -> dict[str, Definition]:
    unique: dict[str, Definition] = {}
    for each in definitions:
        if unique.setdefault(each.name, each) != each:
            raise ValueError(f"two definitions to take away must have names of their own, got {each.name} twice")
    return unique


def inline(script: Script, methods: Sequence[Method], arguments: tuple[str, ...] = ()) -> Iterator[Definition]:
    """What a script needs, depth-first; of a collection that it goes through, the chosen ones."""
    for module, names in script.needs:
        if module in ("take_away.kinds", "take_away.finish"):
            yield from (each for name in names for each in reachable(module, name).values())
        elif module.startswith("take_away"):
            part = read(module.removeprefix("take_away.").replace(".", "/"))
            yield from [*inline(part, methods, arguments), Definition(part.name, part.functions, part.imports)]
        elif names == (COLLECTIONS.get(module),):
            records = [record for record in methods if f"core.{folder_of(record)}" == module]
            yield from of(
                *(each for record in records for each in functions_of(record).values()), arguments=arguments
            ).values()
            entries = "".join(f"    {as_literal(record.name)}: {_record(record)},\n" for record in records)
            yield Definition(*names, f"{names[0]} = {{\n{entries}}}", ("from types import SimpleNamespace",))
        else:
            yield from (each for name in names for each in reachable(module, name).values())


def functions_of(record: Method) -> dict[str, Callable[..., Any]]:
    """The functions of a scheme or a rule that scripts may call, by what they are for."""
    functions = {name: getattr(record, name, None) for name in FUNCTIONS}
    return {name: function for name, function in functions.items() if callable(function)}


def _record(record: Method) -> str:
    """A scheme or a rule as scripts use it: facts and functions by the names that they have in core."""
    facts = {name: str(getattr(record, name)) for name in ("name", "family") if hasattr(record, name)}
    fields = [f"{name}={as_literal(value)}" for name, value in facts.items()]
    fields += [f"{name}={unwrap(function).__name__}" for name, function in functions_of(record).items()]
    return f"SimpleNamespace({', '.join(fields)})"


def folder_of(record: Method) -> str:
    """The folder of `take_away/` that holds a record's code: named as the one in core."""
    return Path(inspect.getfile(unwrap(record.function))).parent.name


def stem_of(record: Method) -> str:
    """The file stem of a scheme or a rule."""
    return Path(inspect.getfile(unwrap(record.function))).stem
