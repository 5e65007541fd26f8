"""The script of a picture, derived from the function of core that returns its columns."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from typing import Any, Literal

from core.inputs.settings import PARAMETERS
from pages.take_away.definition import in_tree
from pages.take_away.literal import written
from pages.take_away.script import Script

Kind = Literal["curves", "cells", "panels", "bars", "steps"]
ENDING = """if __name__ == "__main__":
    finish("{name}", columns, draw)"""
_UNITS = {parameter.name: parameter.unit for parameter in PARAMETERS}


def derived(function: Callable[..., Mapping[str, Any]], kind: Kind, **axes: Any) -> Script:
    """The script that calls a function with the reader's values and draws the columns that it returns.

    Parameters
    ----------
    function : callable
        Of core; what stands behind an argument in its source is the comment of its value in the script.
    kind : str
        How the columns are drawn, by a function of take_away/kinds.py.
    **axes
        Options of Matplotlib's `Axes.set`, such as xlabel.
    """
    plain = inspect.unwrap(function)
    name, place = plain.__name__, in_tree(plain.__module__)
    arguments = inspect.signature(plain).parameters
    comments = _comments(plain)
    inputs = {each: (_default(argument), comments.get(each, "")) for each, argument in arguments.items()}
    passed = ", ".join(
        each if argument.kind is argument.POSITIONAL_OR_KEYWORD else f"{each}={each}"
        for each, argument in arguments.items()
    )
    options = "".join(f", {option}={written(value)}" for option, value in axes.items())
    body = f"columns = {name}({passed})\n\n\ndef draw(figure):\n    draw_{kind}(figure, columns{options})"
    stem = name.removesuffix("_columns")
    needs = ((place, (name,)), ("take_away.kinds", (f"draw_{kind}",)), ("take_away.finish", ("finish",)))
    return Script(stem, _first_line(plain), (), needs, inputs, body, ENDING.format(name=stem), "")


def _default(argument: inspect.Parameter) -> Any:
    return None if argument.default is argument.empty else argument.default


def _first_line(function: Callable[..., Any]) -> str:
    return (inspect.getdoc(function) or "").split("\n\n")[0]


def _comments(function: Callable[..., Any]) -> dict[str, str]:
    """The comment behind each argument, or the unit of a shared setting."""
    units = {name: f"# {unit}" for name, unit in _UNITS.items() if unit != "1"}
    head = inspect.getsource(function).partition("\n) ->")[0]
    return units | dict(re.findall(r"^    (\w+):.*?  (# .*)$", head, re.MULTILINE))
