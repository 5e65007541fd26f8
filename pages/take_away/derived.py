"""The script of a picture, derived from the function of core that returns its columns."""

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, Literal

from core.inputs.settings import PARAMETERS
from core.method import Method
from pages.shared import settings
from pages.shared.columns import Columns
from pages.take_away.code import Code
from pages.take_away.literal import as_literal
from pages.take_away.module import in_tree
from pages.take_away.script import Script

Kind = Literal[
    "curves", "cells", "errors", "panels", "bars", "steps", "runs", "stairs", "marks", "arrows", "clocks", "rows"
]
ENDING = """if __name__ == "__main__":
    finish("{name}", columns, draw)"""
RECORDS = {  # arguments that are records: the collection, and how a script finds them in it
    "scheme": ("core.schemes", "SCHEMES", "SCHEMES[scheme]"),
    "schemes": ("core.schemes", "SCHEMES", "[SCHEMES[name] for name in schemes]"),
    "rule": ("core.scaling", "RULES", "RULES[rule]"),
    "rules": ("core.scaling", "RULES", "[RULES[name] for name in rules]"),
}


_NOTES = {parameter.name: parameter.unit for parameter in PARAMETERS if parameter.unit != "1"} | {
    "head_dim": "features",
    "offset": "tokens",
    "parameters": 'of the scheme, such as {"kernel": "power"} of KERPLE, {"direction": "causal"} of T5',
}


def columns_of(
    function: Callable[..., Mapping[str, Any]],
    kind: Kind,
    values: Mapping[str, Any],  # arguments by name; shared settings need not be given
    *,
    cites: Sequence[Method] = (),
    files: Sequence[Path] = (),  # that the function reads
    **axes: Any,  # as of `derive_script`; an axis without a title gets title and scale of the figure's
) -> Columns:
    """The columns of a picture, from one call of the function, with the script that its source makes."""
    arguments = inspect.signature(function).parameters
    shared_values = {name: value for name, value in asdict(settings.read()).items() if name in arguments}
    call = shared_values | dict(values)
    for name, argument in arguments.items():
        call |= call.pop(name, {}) if argument.kind is argument.VAR_KEYWORD else {}
    names: dict[str, str | list[str]] = {}
    records: list[Method] = []
    for name, each in ((name, values[name]) for name in RECORDS if name in values):
        records += [each] if isinstance(each, Method) else each
        names[name] = each.name if isinstance(each, Method) else [record.name for record in each]

    def code(figure: Mapping[str, Any]) -> Code:
        axis_options = axes_of(figure, axes) if kind not in ("clocks", "rows") else {}  # which have no axes
        return Code(derive_script(function, kind, **axis_options), {**values, **names}, records, cites, files)

    return Columns(partial(function, **call), code)


def axes_of(figure: Mapping[str, Any], named_options: Mapping[str, Any]) -> dict[str, Any]:
    """Options of axes as named, and of those without a title as in the figure."""
    options: dict[str, Any] = {}
    for axis in "xy":
        layout = figure.get("layout", {}).get(f"{axis}axis", {})
        title = layout.get("title", {}).get("text")
        if title and f"{axis}label" not in named_options:
            options |= {f"{axis}label": title} | ({f"{axis}scale": "log"} if layout.get("type") == "log" else {})
    return options | dict(named_options)


def derive_script(
    function: Callable[..., Mapping[str, Any]],
    kind: Kind,  # how the columns are drawn, by a function of take_away/kinds.py
    **axes: Any,  # options of Matplotlib's `Axes.set`, such as xlabel
) -> Script:
    """The script that calls a function with the reader's values and draws the columns that it returns."""
    plain = inspect.unwrap(function)
    name, place = plain.__name__, in_tree(plain.__module__)
    arguments = inspect.signature(plain).parameters
    comments = _comments(plain)
    inputs = {each: (_default(argument), comments.get(each, "")) for each, argument in arguments.items()}
    call_arguments = ", ".join(_call_argument(argument) for argument in arguments.values())
    options = "".join(f", {option}={as_literal(value)}" for option, value in axes.items())
    body = f"columns = {name}({call_arguments})\n\n\ndef draw(figure):\n    draw_{kind}(figure, columns{options})"
    stem = name.removesuffix("_columns")
    collections = dict.fromkeys(RECORDS[each][:2] for each in arguments if each in RECORDS)
    needs = tuple((module, (collection,)) for module, collection in collections)
    needs += ((place, (name,)), ("take_away.kinds", (f"draw_{kind}",)), ("take_away.finish", ("finish",)))
    return Script(stem, _first_line(plain), (), needs, inputs, body, ENDING.format(name=stem), "")


def _call_argument(argument: inspect.Parameter) -> str:
    """An argument of the call; records of schemes and rules are found by the names that the reader has chosen."""
    name = argument.name
    value = RECORDS[name][2] if name in RECORDS else name
    if argument.kind is argument.VAR_KEYWORD:
        return f"**{name}"
    return value if argument.kind is argument.POSITIONAL_OR_KEYWORD else f"{name}={value}"


def _default(argument: inspect.Parameter) -> Any:
    if argument.kind is argument.VAR_KEYWORD:
        return {}
    return None if argument.default is argument.empty else argument.default


def _first_line(function: Callable[..., Any]) -> str:
    return (inspect.getdoc(function) or "").split("\n\n")[0]


def _comments(function: Callable[..., Any]) -> dict[str, str]:
    """The comment behind each argument, or what an argument of this name always is."""
    usual = {name: f"# {note}" for name, note in _NOTES.items()}
    head = inspect.getsource(function).partition("\n) ->")[0]
    return usual | dict(re.findall(r"^    \**(\w+):.*?  (# .*)$", head, re.MULTILINE))
