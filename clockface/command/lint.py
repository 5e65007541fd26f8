"""`clockface lint`: check files, and say by the exit status whether one is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clockface.command.formats import FORMATS
from clockface.command.given import tokens
from clockface.command.report import report

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from clockface.command.report import Report

FINE, WRONG, UNREADABLE = 0, 1, 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.epilog = (
        f"Exit status: {FINE} without errors, {WRONG} with (--strict: with warnings too), "
        f"{UNREADABLE} where a file cannot be read."
    )
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="a config.json, params.json, GGUF file or saved command line; - for the standard input",
    )
    parser.add_argument("--target", type=tokens, metavar="N", help="how long the texts are to be, tokens")
    parser.add_argument("--format", choices=FORMATS, default="text", help="text by default")
    parser.add_argument("--strict", action="store_true", help="warnings fail the check too")


def run(given: argparse.Namespace) -> int:
    """Check the files and print what was found."""
    reports = [report(file, given.target) for file in dict.fromkeys(given.files)]  # patterns may overlap
    print(FORMATS[given.format](reports))
    return status(reports, strict=given.strict)


def status(reports: Sequence[Report], *, strict: bool) -> int:
    """The exit status for what was found."""
    if any(each.refused for each in reports):
        return UNREADABLE
    wrong = ("error", "warning") if strict else ("error",)
    return WRONG if any(each.count(severity) for each in reports for severity in wrong) else FINE
