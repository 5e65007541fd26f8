"""`clockface lint`: check files, and say by the exit status whether one is wrong."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from clockface.command.accepted import accepted, baseline_of, finding_name
from clockface.command.formats import FORMATS
from clockface.command.inputs import files, tokens
from clockface.command.opened import UnreadableError
from clockface.command.report import Report, reports
from clockface.command.terminal import FINE, UNREADABLE, WRONG


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = (
        "examples:\n  clockface lint config.json --target 131072\n  clockface lint models/ compose.yaml start.sh\n "
        " echo 'llama-server -m Qwen3-32B-Q4_K_M.gguf -c 131072' | clockface lint -\n  clockface lint --format "
        f"sarif --strict models/ > clockface.sarif\n\nExit status: {FINE} without errors, {WRONG} with (--strict: "
        f"with warnings too), {UNREADABLE} where a file cannot be read."
    )
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="a config.json, params.json or GGUF file; a command, or a script, compose file, Dockerfile or unit "
        "with one; a folder with such files; - for the standard input",
    )
    parser.add_argument("--target", type=tokens, metavar="N", help="how long the texts are to be, tokens")
    parser.add_argument("--format", choices=FORMATS, default="text", help="text by default")
    parser.add_argument("--notes", action="store_true", help="say too what asks for nothing")
    parser.add_argument("--strict", action="store_true", help="warnings fail the check too")
    parser.add_argument(
        "--ignore", action="append", default=[], type=_name, metavar="NAME",
        help="leave a finding out; with a reason in .clockface.toml or a comment",
    )  # fmt: skip
    parser.add_argument("--baseline", metavar="FILE", help="leave out what this file holds")
    parser.add_argument(
        "--write-baseline", metavar="FILE", help="write all findings into such a file, and end with 0"
    )


def _name(text: str) -> str:
    try:
        return finding_name(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def run(options: argparse.Namespace) -> int:
    """Check the files and print the findings."""
    try:
        names: dict[str, bool] = {}
        for file in options.files:  # patterns may overlap
            names |= files(file)
        left_out = accepted(options.ignore, options.baseline)
        everything = [
            each for name, direct in names.items() for each in reports(name, options.target, direct=direct)
        ]
        results = left_out.apply(everything)
    except UnreadableError as error:
        print(f"clockface lint: {error}", file=sys.stderr)
        return UNREADABLE
    if options.write_baseline:
        Path(options.write_baseline).write_text(baseline_of(everything) + "\n", "utf-8")
        return UNREADABLE if any(each.refusal for each in everything) else FINE
    output = results if options.notes else [each.without_notes() for each in results]
    print(FORMATS[options.format](output))
    return status(output, strict=options.strict)


def status(results: Sequence[Report], *, strict: bool) -> int:
    """The exit status for the findings."""
    if any(each.refusal for each in results):
        return UNREADABLE
    wrong = ("error", "warning") if strict else ("error",)
    return WRONG if any(each.count(severity) for each in results for severity in wrong) else FINE
