"""A module of core, taken apart into its definitions and imports."""

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Module:
    """Its parts; `span` and `text` lead from a node to its source."""

    name: str
    source: bytes  # in which ast counts columns
    starts: tuple[int, ...]  # of its lines
    nodes: Mapping[str, ast.stmt]  # definitions by name
    imports: Mapping[str, tuple[str, ast.alias]]  # by local name: a module, "" for `import x`, and what of it

    def span(self, node: ast.AST) -> tuple[int, int]:
        """Where a node begins and ends in the source."""
        line, column, last, end = (
            getattr(node, f"{end}{what}") for end in ("", "end_") for what in ("lineno", "col_offset")
        )
        return self.starts[line - 1] + column, self.starts[last - 1] + end

    def text(self, node: ast.AST) -> str:
        """A node's source."""
        return self.source[slice(*self.span(node))].decode()


def in_tree(name: str) -> str:
    """A module's name in the source tree; in a wheel all packages lie below another one."""
    return name.removeprefix(__name__.partition("pages.")[0])


@cache
def module(
    name: str,
    arguments: tuple[str, ...] = (),  # arguments that always get a value, so that none is made in their place
) -> Module:
    """Take a module of core apart."""
    path = _ROOT / name.replace(".", "/")
    source = (path.with_suffix(".py") if path.with_suffix(".py").exists() else path / "__init__.py").read_bytes()
    source = re.sub(rb"\n    def __post_init__\(.*\n(?: {8}.*\n)+", b"", source)  # which checks a record's fields
    for each in map(str.encode, arguments):
        source = re.sub(rb"(?<== ).* if %b is None else (?=%b\b)" % (each, each), b"", source)
    lines = source.splitlines(keepends=True)
    starts = tuple(sum(map(len, lines[:index])) for index in range(len(lines) + 1))
    nodes: dict[str, ast.stmt] = {}
    imports: dict[str, tuple[str, ast.alias]] = {}
    for node in ast.parse(source).body:
        match node:
            case ast.FunctionDef(name=symbol) | ast.ClassDef(name=symbol):
                nodes[symbol] = node
            case ast.Assign(targets=[ast.Name(id=symbol)]) | ast.AnnAssign(target=ast.Name(id=symbol)):
                nodes[symbol] = node
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                pairs = zip(names, values, strict=True)
                nodes |= {ast.unparse(key): ast.copy_location(ast.Assign([key], each), node) for key, each in pairs}
            case ast.Import(names=aliases):
                imports |= {(alias.asname or alias.name).split(".")[0]: ("", alias) for alias in aliases}
            case ast.ImportFrom(module=str(origin), names=aliases):
                imports |= {alias.asname or alias.name: (in_tree(origin), alias) for alias in aliases}
    return Module(name, source, starts, nodes, imports)
