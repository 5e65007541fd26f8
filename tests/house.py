"""The folder of the project, its files and what they import."""

import ast
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]


def files(*patterns):
    """Files that are committed or could be, relative to the root; all without a pattern such as "*.py"."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *patterns]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    return sorted({name for name in listed if name and (ROOT / name).exists()})


def _text(name):
    """A string as it is written, also one with names in braces."""
    return ast.unparse(name).removeprefix("f").strip("'\"")


def imported(path, source):
    """Dotted names that a module imports, also late, relative and by `import_module`."""
    package = path.split("/")[:-1]
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                above = package[: len(package) - level + 1] if level else []
                yield from (".".join([*above, *filter(None, [module]), alias.name]) for alias in names)
            case ast.Call(func=ast.Name(id="__import__" | "import_module"), args=[name, *_]):
                yield _text(name)
            case ast.Call(func=ast.Attribute(attr="import_module"), args=[name, *_]):
                yield _text(name)
