"""`clockface explain`: the room Model's text about a file, in the terminal; and findings by symptom."""

import argparse
import sys

from clockface.command.inputs import tokens
from clockface.command.prose import wrap_text
from clockface.command.report import page, reports, rule_id
from clockface.command.terminal import path, plain
from model_configs.records import Record, by_symptom
from model_configs.sentences import clause

MOST = 5  # findings for one symptom


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = (
        "examples:\n"
        "  clockface explain config.json --target 131072\n"
        "  clockface explain model.gguf\n"
        '  clockface explain --symptom "garbage after 32k"'
    )
    parser.add_argument("file", metavar="FILE", nargs="?", help="as for lint, one file")
    parser.add_argument(
        "--target", type=tokens, metavar="N", help="length of the texts, tokens; else what is claimed"
    )
    parser.add_argument("--symptom", metavar="TEXT", help="what one sees, or a finding's name: which findings fit")


def run(options: argparse.Namespace) -> int:
    """Print what the room says, or the findings that a symptom may come from."""
    if (options.symptom is None) == (options.file is None):
        print("clockface explain: one of FILE and --symptom is needed", file=sys.stderr)
        return 2
    return _symptom(options.symptom) if options.file is None else _file(options)


def _file(options: argparse.Namespace) -> int:
    from clockface.command.room import lines  # noqa: PLC0415 – the room's words, which lint starts without

    for report in reports(options.file, options.target):
        if report.config is None:
            print(f"{path(options.file)}: not read: {plain(report.refusal)}", file=sys.stderr)
            return 2
        print("\n".join(map(plain, lines(report, report.config, options.target or report.config.form.target))))
    return 0


def _symptom(text: str) -> int:
    entries = by_symptom(text)[:MOST]
    for record in entries:
        print("\n".join(map(plain, _lines(record))) + "\n")
    if not entries:
        print("\n".join([*wrap_text(clause("outside"), 0), "Check the config itself: clockface lint config.json"]))
    return 0 if entries else 1


def _lines(record: Record) -> list[str]:
    rows = [f"{rule_id(record.rule)}: {record.title}"]
    for name in ("symptom", "cause", "cure", "versions", "evidence"):
        rows += wrap_text(f"{name}: {getattr(record, name)}", 2, 4)
    return [*rows, f"  page: {page(record.rule)}"]
