"""Reports as text, JSON, SARIF, and commands of GitHub Actions."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Any

from clockface.command.report import Report, below, page, rule_id
from clockface.command.sarif import sarif
from clockface.command.terminal import path, plain
from model_configs import cure
from model_configs.entries import ConfigError
from model_configs.facts import facts, in_one_line, is_elsewhere
from model_configs.finding import SEVERITIES, Finding
from model_configs.lengths import first_target
from model_configs.model import LayerType
from model_configs.model_config import ModelConfig
from model_configs.pair_wavelengths import PairWavelengths, pair_wavelengths

COMMANDS = {"error": "error", "warning": "warning", "info": "notice"}  # of GitHub Actions


def text(reports: Sequence[Report]) -> str:
    """Lines for a person, as compilers write them, and a line with the counts."""
    return "\n".join([*(line for report in reports for line in _lines(report)), _summary(reports)])


def _lines(report: Report) -> Iterator[str]:
    file = path(report.file)
    if report.refusal:
        yield f"{file}: not read: {plain(report.refusal)}"
    for finding in report.findings:
        line, column = report.place(finding)
        yield f"{file}:{line}:{column}: {finding.severity}: {plain(finding.key)} [{rule_id(finding.rule)}]"
        yield from (f"  {plain(sentence)}" for sentence in finding.message.split("\n"))
        yield from (f"    {plain(row)}" for row in change(report, finding))
        if finding.source:
            yield f"  see: {finding.source}"


def change(report: Report, finding: Finding) -> list[str]:
    """The lines that go and come with a finding's cure."""
    diff = cure.change(report.text, report.config, finding.patch) if finding.patch and report.config else ""
    return diff.split("\n") if diff else []


def _summary(reports: Sequence[Report]) -> str:
    counts = [(sum(report.count(severity) for report in reports), severity) for severity in SEVERITIES]
    names = {"info": "note"}
    summary = ", ".join(_count_text(count, names.get(severity, severity)) for count, severity in counts) + _unsaid(
        reports
    )
    left_out = sum(report.accepted for report in reports)
    summary += f"; {left_out} accepted" if left_out else ""
    unread = sum(bool(report.refusal) for report in reports)
    unread_text = f"; {_count_text(unread, 'file')} not read" if unread else ""
    if len(reports) == 1 and reports[0].config is not None and not reports[0].findings:
        return f"{plain(reports[0].file)}: {plain(in_one_line(reports[0].config))}: {summary}"
    return f"{_count_text(len({report.file for report in reports}), 'file')}: {summary}{unread_text}"


def _unsaid(reports: Sequence[Report]) -> str:
    """How many notes were left out, and on what."""
    rules = [rule for report in reports for rule in report.unsaid]
    names = ", ".join(dict.fromkeys(map(rule_id, rules)))
    return f" shown; --notes shows {_count_text(len(rules), 'note')} ({names})" if names else ""


def _count_text(count: int, name: str) -> str:
    return f"{count or 'no'} {name}{'' if count == 1 else 's'}"


def as_json(reports: Sequence[Report]) -> str:
    """One object a file."""
    return json.dumps([_record(report) for report in reports], indent=1)


def _record(report: Report) -> dict[str, Any]:
    config = report.config
    return {
        "file": report.file,
        "refused": report.refusal or None,
        "model_type": config.model_type if config else None,
        "scheme": config.scheme if config else None,
        "read": _facts(config) if config else [],
        "findings": [_finding(report, finding) for finding in report.findings],
    }


def _facts(config: ModelConfig) -> list[dict[str, Any]]:
    """What was read, by type of layers, each with where it comes from."""
    if is_elsewhere(config):
        return []
    kinds: list[LayerType | None] = [*config.layer_types] or [None]
    return [
        {"layers": kind.name if kind else None, "name": fact.name}
        | {
            "value": fact.value if fact.number is None else fact.number,
            "unit": fact.unit or None,
            "text": fact.value,
        }
        | {"from": fact.origin.word if fact.origin else None, "basis": fact.basis or None}
        for kind in kinds
        for fact in facts(config, _pairs(config, kind))
    ]


def _pairs(config: ModelConfig, kind: LayerType | None) -> PairWavelengths | None:
    with suppress(ConfigError):
        return pair_wavelengths(kind, first_target(config)) if kind else None
    return None


def _finding(report: Report, finding: Finding) -> dict[str, Any]:
    line, column = report.place(finding)
    return {
        "severity": finding.severity,
        "rule": rule_id(finding.rule),
        "key": finding.key,
        "line": line,
        "column": column,
        "message": finding.message,
        "patch": dict(finding.patch) or None,
        "change": change(report, finding),
        "source": finding.source or None,
        "page": page(finding.rule),
    }


def github(reports: Sequence[Report]) -> str:
    """Workflow commands, which mark the lines of a pull request.

    Source: https://docs.github.com/actions/reference/workflow-commands-for-github-actions
    """
    return "\n".join([*(line for report in reports for line in _commands(report)), _summary(reports)])


def _commands(report: Report) -> Iterator[str]:
    file = _property(below(report.file))
    if report.refusal:
        yield f"::error file={file},title=not read::{_data(report.refusal)}"
    for finding in report.findings:
        line, column = report.place(finding)
        title = _property(f"{finding.key} ({rule_id(finding.rule)})")
        where = f"file={file},line={line},col={column},title={title}"
        cure = f"\ncure: {json.dumps(finding.patch)}" if finding.patch else ""
        yield f"::{COMMANDS[finding.severity]} {where}::{_data(finding.message + cure)}"


def _data(text: str) -> str:
    lines = "\n".join(map(plain, text.split("\n")))
    return lines.replace("%", "%25").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


FORMATS: Mapping[str, Callable[[Sequence[Report]], str]] = MappingProxyType(
    {"text": text, "json": as_json, "sarif": sarif, "github": github}
)
