"""Puts the whole app below the package `clockface` of a wheel; docs/decisions has the reasons.

In the source tree core, pages and the others are packages at the top. In the wheel they lie inside `clockface`, and
each of their imports of one another names it: `from core.frequencies import …` becomes
`from clockface.core.frequencies import …`. Nothing else of a file changes, and no line moves.
"""

from __future__ import annotations

import ast
import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = "clockface"
PACKAGES = ("components", "core", "deploy", "figures", "model_configs", "pages")  # packages that import one another
WHOLE = (*PACKAGES, "app.py", ".streamlit", "lessons", "take_away", "training")  # goes below the package
LEFT_OUT = shutil.ignore_patterns("__pycache__", "kubernetes", "*.yaml", "nginx.conf", "health.py")
IMPORT = re.compile(rf"^(\s*(?:>>> )?from )(?={'|'.join(rf'{name}[. ]' for name in PACKAGES)})", re.MULTILINE)


class Wheel(BuildHookInterface):  # type: ignore[misc,type-arg]  # hatchling is there only while a wheel is built
    """Hook of hatchling, named in pyproject.toml."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Lay the files out, and have hatchling take them from there."""
        if version == "editable":
            raise RuntimeError("Clockface cannot be editable; run it from its tree: python -m clockface")
        self.place = tempfile.TemporaryDirectory()
        build_data["force_include"][lay_out(Path(self.root), Path(self.place.name))] = PACKAGE

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Delete what was laid out."""
        self.place.cleanup()


def lay_out(root: Path, place: Path) -> str:
    """Copy what the wheel holds into a folder, with imports rewritten; the path of the package there."""
    package = place / PACKAGE
    shutil.copytree(root / PACKAGE, package, ignore=LEFT_OUT)
    for name in WHOLE:
        if (root / name).is_dir():
            shutil.copytree(root / name, package / name, ignore=LEFT_OUT)
        else:
            shutil.copy(root / name, package / name)
    for file in sorted(package.rglob("*.py")):
        file.write_text(rewritten(file.read_text("utf-8"), str(file.relative_to(package))), "utf-8")
    return str(package)


def rewritten(source: str, name: str) -> str:
    """A module with its imports of the app's packages below the package."""
    text = IMPORT.sub(rf"\g<1>{PACKAGE}.", source)
    for node in ast.walk(ast.parse(text)):
        modules = [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
        modules += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        strays = [each for each in modules if each.partition(".")[0] in PACKAGES]
        if strays:
            raise ValueError(f"{name} imports {strays[0]} in a form that is not rewritten; write from … import …")
    return text
