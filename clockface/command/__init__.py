"""The command `clockface`: check a model's config, explain it, write its numbers, serve the app."""

import argparse
import errno
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

from clockface.command.terminal import UNREADABLE
from core import __version__


def main(arguments: Sequence[str] | None = None) -> int:  # None for those of the process
    """Run a command.

    Exit status 0; 1 where a check failed; 2 for an unreadable file, an invalid argument, or a closed or full
    output.
    """
    is_closed = sys.stdout is None
    sys.stdout, sys.stderr = (stream or open(os.devnull, "w") for stream in (sys.stdout, sys.stderr))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):  # names of files may hold bytes that are not valid text
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    options = _parser(sys.argv[1:] if arguments is None else arguments).parse_args(arguments)
    try:
        if is_closed and options.command != "serve":
            raise OSError(errno.EBADF, "it is closed")
        status: int = options.run(options)
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError as error:
        _give_up(error)
        return UNREADABLE
    return status


def _give_up(error: OSError) -> None:
    """Report an output that cannot be written, unless its reader (such as head) has closed it."""
    with suppress(OSError):
        if not isinstance(error, BrokenPipeError):
            print(f"clockface: an output cannot be written: {error.strerror or error}", file=sys.stderr, flush=True)
    for stream in (sys.stdout, sys.stderr):  # to which Python would write the rest at its end
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    """All commands, of which the one that is asked for has its arguments: the others are not imported."""
    parser = argparse.ArgumentParser(
        prog="clockface", description="How a model tells position: read its config as its code does."
    )
    parser.add_argument("--version", action="version", version=f"clockface {__version__}")
    commands = parser.add_subparsers(required=True, metavar="command")
    for name, text in (
        ("lint", "check config.json and other files that say how a model tells position"),
        ("explain", "print what was read from a file, layer by layer, and what engines make of it"),
        ("identify", "say which encoding an array holds, and what is wrong with it"),
        ("frequencies", "write the numbers that a loaded model must hold"),
        ("pages", "write all rooms and lessons as a folder that needs no server and no network"),
        ("serve", "serve the whole app on http://localhost:8501"),
    ):
        command = commands.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
        if name in arguments:
            module = import_module(f"clockface.command.{name}")
            module.add_arguments(command)
            command.set_defaults(run=module.run, command=name)
    return parser
