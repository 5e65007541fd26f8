"""A definition of a module of core as readers get it: its own source, without annotations and decorators."""

import ast
import re
from collections.abc import Iterator

from pages.take_away.module import Module

WIDTH = 110  # characters of a line
_NOTES = re.compile(r"  # (type: ignore|noqa|fmt:).*")
_ROLE = re.compile(r":\w+:`([^`]*)`")
_REFERENCE = re.compile(r" \[\d+\]_")


def source_of(file: Module, node: ast.stmt, name: str) -> str:
    """The source of a definition under a name, with comments and the docstring's first paragraph."""
    match node:
        case ast.FunctionDef():
            text = f"def {name}({_signature(file, node)}):{_body(file, node)}"
        case ast.ClassDef():
            above = "".join(f"@{file.text(each)}\n" for each in node.decorator_list)
            bases = ", ".join(map(file.text, node.bases))
            text = f"{above}class {name}{f'({bases})' if bases else ''}:{_body(file, node)}"
        case ast.AnnAssign(value=ast.expr() as value) | ast.Assign(value=value):
            above, behind = (each.decode() for each in _comments(file, node))
            text = f"{above}{name} = {file.text(value)}{behind}"
        case _:
            raise ValueError(f"{file.name}.{name} must be a function, a class or a value")
    return _NOTES.sub("", text)


def _comments(file: Module, node: ast.AST) -> tuple[bytes, bytes]:
    """The comments above a node, and behind its last line."""
    first, last = file.span(node)
    above = re.findall(rb"(?:^#.*\n)*\Z", file.source[:first], re.MULTILINE)[0]
    return above, re.findall(rb"\A(?:  #.*)?", file.source[last:])[0]


def _signature(file: Module, node: ast.FunctionDef) -> str:
    arguments, defaults = node.args, [*node.args.defaults]
    plain = [*arguments.posonlyargs, *arguments.args]
    free: list[ast.expr | None] = [None] * (len(plain) - len(defaults))
    parts = [_argument(file, *pair) for pair in zip(plain, [*free, *defaults], strict=True)]
    if arguments.vararg or arguments.kwonlyargs:
        parts.append(f"*{arguments.vararg.arg if arguments.vararg else ''}")
    parts += [_argument(file, *pair) for pair in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)]
    parts += [f"**{arguments.kwarg.arg}"] if arguments.kwarg else []
    line = ", ".join(parts)
    if len(line) + len(node.name) + 7 <= WIDTH:
        return line
    return f"\n    {line}\n" if len(line) + 4 <= WIDTH else "\n" + "".join(f"    {part},\n" for part in parts)


def _argument(file: Module, argument: ast.arg, default: ast.expr | None) -> str:
    return argument.arg + (f"={file.text(default)}" if default else "")


def _body(file: Module, node: ast.FunctionDef | ast.ClassDef) -> str:
    """All below the first line: the docstring's first paragraph, then the source without annotations."""
    doc = ast.get_docstring(node)
    start = file.span(node.body[0])[1 if doc else 0]
    if not doc:
        start = file.source.rindex(b"\n", 0, start)
    text, end = file.source, file.span(node)[1] + len(_comments(file, node)[1])
    for first, last, instead in sorted(_edits(file, node), reverse=True):
        if start <= first and last <= end:
            text, end = text[:first] + instead + text[last:], end - (last - first) + len(instead)
    docstring = f'\n    """{_paragraph(doc)}"""' if doc else ""
    rest = text[start:end].decode().rstrip()
    if isinstance(node, ast.ClassDef) and doc:
        return f"{docstring}\n\n{rest.lstrip(chr(10))}"
    return docstring + (rest.replace("\n\n", "\n", 1) if doc and rest.startswith("\n\n    ") else rest)


def _paragraph(doc: str) -> str:
    first = doc.split("\n\n", maxsplit=1)[0].replace("\n", "\n    ")
    text = _REFERENCE.sub("", _ROLE.sub(r"\1", first))
    if "\\" in text:
        raise ValueError(f"the first paragraph of a docstring to take away must be plain text, got {text!r}")
    return text


def _edits(file: Module, node: ast.FunctionDef | ast.ClassDef) -> Iterator[tuple[int, int, bytes]]:
    """Annotations inside a definition, but for fields of a class: what to cut, and what to write instead."""
    fields = node.body if isinstance(node, ast.ClassDef) else []
    for each in ast.walk(node):
        match each:
            case ast.AnnAssign(target=target, annotation=annotation, value=value) if value and each not in fields:
                yield file.span(target)[1], file.span(annotation)[1], b""
            case ast.arg(arg=name, annotation=ast.expr() as annotation):
                start = file.span(each)[0] + len(name.encode())
                yield start, file.span(annotation)[1], b""
            case ast.FunctionDef(returns=ast.expr() as returns):
                yield file.source.rindex(b" ->", 0, file.span(returns)[0]), file.span(returns)[1], b""
                if each in fields and (doc := ast.get_docstring(each)):
                    yield *file.span(each.body[0]), f'"""{_paragraph(doc)}"""'.encode()
