"""The command `clockface`: check a model's config, explain it, write its numbers, serve the app."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

from clockface.command import explain, frequencies, lint, serve
from core import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command.

    Parameters
    ----------
    arguments : sequence of str or None
        None for those of the process.

    Returns
    -------
    status : int
        0; 1 where a check failed; 2 where a file cannot be read or an argument is not valid.
    """
    for stream in (sys.stdout, sys.stderr):  # names of files may hold bytes that are no text
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    given = _parser().parse_args(arguments)
    try:
        status: int = given.run(given)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, such as head, has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="clockface", description="How a model tells position: read its config as its code does."
    )
    parser.add_argument("--version", action="version", version=f"clockface {__version__}")
    commands = parser.add_subparsers(required=True, metavar="command")
    for module, text in (
        (lint, "check config.json and other files that say how a model tells position"),
        (explain, "print what was read from a file, layer by layer, and what engines make of it"),
        (frequencies, "write the numbers that a loaded model must hold"),
        (serve, "serve the whole app on http://localhost:8501"),
    ):
        name = module.__name__.rpartition(".")[2]
        command = commands.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    return parser
