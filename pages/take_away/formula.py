"""What a name of core stands for, with all that it reaches, for files that need nothing of this project."""

import ast
import builtins
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from inspect import unwrap
from typing import Any, NoReturn

from pages.take_away.definition import source_of
from pages.take_away.module import Module, in_tree, module

KNOWN_NAMES = {*dir(builtins), "__file__"}
DOOR = "core.inputs"  # arguments are checked there, which readers do without


@dataclass(frozen=True)
class Definition:
    """A function, class or value as readers get it."""

    name: str
    text: str
    imports: tuple[str, ...]  # statements that import libraries


def of(*functions: Callable[..., Any], arguments: tuple[str, ...] = ()) -> dict[str, Definition]:
    """Functions of core and all that they reach, by name; what something needs stands above it."""
    definitions: dict[str, Definition] = {}
    for function in map(unwrap, functions):
        definitions |= reachable(in_tree(function.__module__), function.__name__, arguments)
    return definitions


@cache
def reachable(place: str, name: str, arguments: tuple[str, ...] = ()) -> dict[str, Definition]:
    """What a name in a module of core stands for, below all that it reaches where these arguments are passed."""
    file = module(place, arguments)
    if name not in file.nodes:  # a package passes it on
        origin, alias = file.imports[name]
        return reachable(origin, alias.name, arguments)
    if place.startswith(DOOR):
        raise ValueError(f"code to take away must not reach {place}.{name}")
    node = _plain(file, file.nodes[name])
    below: dict[str, Definition] = {}
    imports = []
    for symbol in _names(node):
        if symbol in file.nodes:
            below |= {} if symbol == name else reachable(place, symbol, arguments)
        elif symbol in file.imports:
            origin, alias = file.imports[symbol]
            if origin.partition(".")[0] == "core":
                below |= reachable(origin, alias.name, arguments) if symbol == alias.name else _refuse(place, alias)
            else:
                imports.append(ast.unparse(ast.ImportFrom(origin, [alias], 0) if origin else ast.Import([alias])))
        elif symbol not in KNOWN_NAMES:
            raise ValueError(f"{place}.{name} must read names that can be followed, got {symbol}")
    return below | {name: Definition(name, source_of(file, node, name), tuple(imports))}


def _refuse(place: str, alias: ast.alias) -> NoReturn:
    raise ValueError(f"{place} must import {alias.name} by its own name, got {alias.asname}")


def _plain(file: Module, node: ast.stmt) -> ast.stmt:
    """The plain twin of a kernel that names one, else the node itself."""
    for decorator in node.decorator_list if isinstance(node, ast.FunctionDef) else ():
        match decorator:
            case ast.Call(
                func=ast.Name(id="fast"), keywords=[ast.keyword(arg="plain", value=ast.Name(id=twin)), *_]
            ):
                return file.nodes[twin]
    return node


def _names(node: ast.AST) -> Sequence[str]:
    """Names that a definition reads and does not bind itself, in order."""
    bound_names = {each.arg for each in ast.walk(node) if isinstance(each, ast.arg)}
    bound_names |= {each.name for each in ast.walk(node) if isinstance(each, ast.FunctionDef | ast.alias)}
    names = [each for each in _values(node) if isinstance(each, ast.Name)]
    bound_names |= {each.id for each in names if not isinstance(each.ctx, ast.Load)}
    return [name for name in dict.fromkeys(each.id for each in names) if name not in bound_names]


def _values(node: ast.AST, *, field: bool = False) -> Iterator[ast.AST]:
    """A node and all below it; annotations and decorators only of classes."""
    yield node
    match node:
        case ast.FunctionDef(args=arguments, body=body):
            inner: list[ast.AST] = [*arguments.defaults, *filter(None, arguments.kw_defaults), *body]
        case ast.AnnAssign(target=target, value=value) if not field:
            inner = [target, *([value] if value else [])]
        case _:
            inner = list(ast.iter_child_nodes(node))
    for each in inner:
        yield from _values(each, field=isinstance(node, ast.ClassDef))
