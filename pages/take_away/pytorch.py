"""The PyTorch code of schemes, rules and methods, as one file."""

from collections.abc import Iterable, Iterator, Sequence
from inspect import unwrap

from core.method import Method
from pages.take_away.export import by_name, folder_of, functions_of, inline, merge_imports, stem_of
from pages.take_away.formula import Definition, of, reachable
from pages.take_away.module import module
from pages.take_away.script import FOLDER, read


def program(records: Sequence[Method]) -> str:
    """Their functions with all that these need; "" where none of them has any."""
    parts = by_name(each for record in records for each in _parts(record))
    if not parts:
        return ""
    head = f"# In PyTorch: {', '.join(record.name for record in records)}"
    imports = merge_imports(line for each in parts.values() for line in each.imports)
    return "\n\n\n".join(["\n\n".join([head, "\n".join(imports)]), *(each.text for each in parts.values())]) + "\n"


def _parts(record: Method) -> Iterator[Definition]:
    folder, stem = folder_of(record), stem_of(record)
    place = f"take_away.{folder}_torch"  # a function for each, named after it or as in core
    candidates = dict.fromkeys((stem, f"{stem}_keys", unwrap(record.function).__name__))
    names = [name for name in candidates if name in module(place).nodes]
    if names:
        yield from (each for name in names for each in reachable(place, name).values())
        yield from _on_numbers(record)
    elif (FOLDER / f"{folder}/{stem}_torch.py").exists():  # several functions
        script = read(f"{folder}/{stem}_torch")
        yield from [*inline(script, ()), Definition(script.name, script.functions, script.imports)]


def _on_numbers(record: Method) -> Iterable[Definition]:
    """What works on plain numbers and so needs no PyTorch: the factor on cosine and sine."""
    attention = functions_of(record).get("attention")
    return of(attention).values() if attention else ()
