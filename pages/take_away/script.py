"""A file of `take_away/`, taken apart."""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pages.take_away.module import in_tree

FOLDER = Path(__file__).parents[2] / "take_away"


@dataclass(frozen=True)
class Script:
    """A file of `take_away/`, taken apart."""

    name: str  # its path without the ending
    doc: str  # what it computes
    imports: tuple[str, ...]  # statements that import libraries
    needs: tuple[tuple[str, tuple[str, ...]], ...]  # modules of core or take_away that it imports from, and names
    inputs: Mapping[str, tuple[Any, str]]  # the paragraph of assignments: value and comment by name
    body: str  # all that follows, but for its ending
    ending: str  # what runs only as a script
    functions: str  # the body for scripts that import from this one, without `draw`


@cache
def read(name: str) -> Script:
    """Take a file of `take_away/` apart, by its path below that folder without the ending."""
    path = FOLDER / f"{name}.py"
    source = (path if path.exists() else path.with_suffix("") / "__init__.py").read_text("utf-8")
    tree, lines = ast.parse(source), source.splitlines()
    nodes = [
        node for node in tree.body if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
    ]
    import_nodes = [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)]
    internal = [node for node in import_nodes if isinstance(node, ast.ImportFrom) and _is_own(node.module)]
    input_nodes = list(_paragraph(nodes[len(import_nodes) :]))
    rest = nodes[len(import_nodes) + len(input_nodes) :]
    start = nodes[len(nodes) - len(rest) - 1].end_lineno or 0 if len(rest) < len(nodes) else 0
    endings = [node for node in rest if isinstance(node, ast.If) and "__name__" in ast.unparse(node.test)]
    end = endings[0].lineno - 1 if endings else len(lines)
    shared_nodes = [node for node in rest if not (node in endings or _is_named(node, "draw"))]
    return Script(
        name=name,
        doc=ast.get_docstring(tree) or "",
        imports=tuple(ast.unparse(node) for node in import_nodes if node not in internal),
        needs=tuple((in_tree(node.module or ""), tuple(alias.name for alias in node.names)) for node in internal),
        inputs={
            ast.unparse(node.targets[0]): (
                ast.literal_eval(node.value),
                _comment(lines, node),
            )
            for node in input_nodes
        },
        body="\n".join(lines[start:end]).strip("\n"),
        ending="\n".join(lines[end:]).strip("\n"),
        functions="\n\n\n".join(ast.get_source_segment(source, node) or "" for node in shared_nodes),
    )


def _is_own(module: str | None) -> bool:
    return in_tree(module or "").partition(".")[0] in ("take_away", "core")


def _is_named(node: ast.stmt, name: str) -> bool:
    return isinstance(node, ast.FunctionDef) and node.name == name


def _paragraph(nodes: Sequence[ast.stmt]) -> Iterator[ast.Assign]:
    """The assignments that stand on successive lines."""
    last = None
    for node in nodes:
        if not isinstance(node, ast.Assign) or (last is not None and node.lineno != last + 1):
            return
        yield node
        last = node.end_lineno


def _comment(lines: Sequence[str], node: ast.Assign) -> str:
    match = re.search(r"  (# .*)$", lines[(node.end_lineno or 1) - 1])
    return match[1] if match else ""
