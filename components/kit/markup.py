"""HTML, style and script of a component, read from its folder."""

import re
from dataclasses import dataclass
from pathlib import Path

_IMPORT = re.compile(
    r'^(?:@import|import \{[^}]*\} from) "((?:\.{1,2}/)+(?:\w+/)?\w+\.(?:js|css))";\n', re.MULTILINE
)
_DEFAULT = "export default function"
_EXPORT = re.compile(r"^export (?=(?:async )?function|const|class)", re.MULTILINE)
_COMMENT = re.compile(r"[ \t]*/\*.*?\*/", re.DOTALL)
_NOT_SENT, _INDENT = re.compile(r"^[ \t]*(?://.*)?\n", re.MULTILINE), re.compile(r"^[ \t]+", re.MULTILINE)


@dataclass(frozen=True)
class Markup:
    """All that a browser needs to draw a component, besides its data."""

    name: str
    html: str  # the elements that the script finds when it starts
    style: str
    folder: Path  # holds <name>.js, the script
    is_isolated: bool = True  # stands in a shadow root, so that neither its styles nor the page's reach the other
    # a script that has to be loaded first; the app serves it; a stand-alone file has to include it
    library: Path | None = None

    @property
    def script(self) -> str:
        """The function that starts the component, with everything that it imports, as a JavaScript expression."""
        return as_expression(read_script(self.folder))


def read_markup(folder: Path, html: str, *, is_isolated: bool = True, library: Path | None = None) -> Markup:
    """The markup of the component in a folder, named after the folder."""
    return Markup(folder.name, html, read_style(folder), folder, is_isolated, library)


def read_style(folder: Path) -> str:
    """The style of the component in a folder."""
    return style_of(folder / f"{folder.name}.css")


def style_of(file: Path) -> str:
    """The text of a style, if there is one, with its imports of `components/kit` written in their places.

    With the least indentation and without empty lines and lines of comment: the text travels with every run.
    """
    return _compact(_COMMENT.sub("", read_with_imports(file))) if file.exists() else ""


def read_script(folder: Path) -> str:
    """The text of <name>.js with its imports, as `style_of` does."""
    return _compact(read_with_imports(folder / f"{folder.name}.js"))


def as_expression(module: str) -> str:
    """The default function of a module without imports, as an expression: a page on a disk may not load modules."""
    body = _EXPORT.sub("", module.replace(_DEFAULT, "const startPicture = function"))
    return f'(() => {{\n"use strict";\n{body}\nreturn startPicture;\n}})()'


def _compact(text: str) -> str:
    return _INDENT.sub(" ", _NOT_SENT.sub("", text))


def read_with_imports(file: Path) -> str:
    """The text of a script or style with its imports written in their places."""
    return _with_imports(file, set())


def _with_imports(file: Path, files: set[Path]) -> str:
    """Inline imports depth-first, each file once."""

    def inline_import(match: re.Match[str]) -> str:
        imported_file = (file.parent / match[1]).resolve()
        if imported_file in files:
            return ""
        files.add(imported_file)
        return _with_imports(imported_file, files)

    return _IMPORT.sub(inline_import, file.read_text("utf-8"))
