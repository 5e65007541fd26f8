"""`clockface explain`: what the room Model says of a file, in the terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from clockface.command.formats import path, plain
from clockface.command.given import tokens
from clockface.command.report import report

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("file", metavar="FILE", help="as for lint, one file")
    parser.add_argument(
        "--target", type=tokens, metavar="N", help="length of the texts, tokens; else what is claimed"
    )


def run(given: argparse.Namespace) -> int:
    """Print what the room says."""
    from clockface.command.room import lines  # noqa: PLC0415 – the room's words, which lint starts without

    found = report(given.file, given.target)
    if found.config is None:
        print(f"{path(given.file)}: not read: {plain(found.refused)}", file=sys.stderr)
        return 2
    print("\n".join(map(plain, lines(found, found.config, given.target))))
    return 0
