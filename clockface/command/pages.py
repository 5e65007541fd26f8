"""`clockface pages`: the rooms and lessons as a folder that needs no server and no network."""

import argparse
import sys
from importlib.util import find_spec
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("out", metavar="OUT", type=Path, help="the folder; files of an earlier one are replaced")
    parser.add_argument(
        "--lint", action="store_true", help="add lint.html, which checks configs in the browser; 10 MB more"
    )
    parser.add_argument(
        "--pyodide", metavar="FOLDER_OR_URL", default="", help="where Pyodide's files are; else jsdelivr.net"
    )
    parser.add_argument("--app", metavar="URL", default="", help="where the app is served, for links into it")


def run(options: argparse.Namespace) -> int:
    """Write the folder."""
    if find_spec("streamlit") is None:
        print("pages needs Streamlit, which is not installed here: pip install clockface", file=sys.stderr)
        return 2
    from clockface.command.pyodide import PyodideError, python_files  # noqa: PLC0415 – urllib takes 40 ms to load

    try:
        python = python_files(options.pyodide) if options.lint else {}
    except PyodideError as error:
        print(f"clockface pages: {error}", file=sys.stderr)
        return 2
    from pages.folder.folder import write  # noqa: PLC0415 – Streamlit, which the other commands do without

    count = write(options.out, options.app, python)
    print(f"{count} pages in {options.out}: open {options.out / 'index.html'}")
    return 0
