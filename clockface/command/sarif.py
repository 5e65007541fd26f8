"""Reports as SARIF 2.1.0, which code hosts show beside the lines.

.. https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
"""

import json
import os
import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from clockface.command.report import Report, below, page, rule_id
from core import __version__
from model_configs.finding import Finding
from model_configs.records import records

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
LEVELS = {"error": "error", "warning": "warning", "info": "note"}


def sarif(reports: Sequence[Report]) -> str:
    """One run over all files; what could not be read is a notification of the run."""
    rule_names = sorted({finding.rule for report in reports for finding in report.findings})
    rules = [_rule(rule) for rule in rule_names]
    notifications = [_notification(report) for report in reports if report.refusal]
    run = {
        "tool": {"driver": {"name": "clockface", "version": __version__, "rules": rules}},
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": not notifications, "toolExecutionNotifications": notifications}],
        "results": [
            _result(report, finding, rule_names.index(finding.rule))
            for report in reports
            for finding in report.findings
        ],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1)


def _rule(rule: str) -> dict[str, Any]:
    """A rule of SARIF from a finding's record: its title, its evidence, and the address of its page."""
    record = records()[rule]
    fields = {name: getattr(record, name) for name in ("symptom", "cause", "cure", "versions", "evidence")}
    text = "\n".join(f"{name.title()}: {value}" for name, value in fields.items())
    link = re.search(r"https://[^\s)>]+", record.evidence)
    return {
        "id": rule_id(rule),
        "shortDescription": {"text": record.title},
        "help": {"text": text, "markdown": text},
        **({"helpUri": link[0]} if link else {}),
        "properties": {"page": page(rule)},
    }


def _result(report: Report, finding: Finding, index: int) -> dict[str, Any]:
    line, column = report.place(finding)
    cure = {"cure": dict(finding.patch)} if finding.patch else {}
    source = {"source": finding.source} if finding.source else {}
    return {
        "ruleId": rule_id(finding.rule),
        "ruleIndex": index,
        "level": LEVELS[finding.severity],
        "message": {"text": finding.message.replace("\n", " ")},
        "locations": [_location(report, {"startLine": line, "startColumn": column})],
        "properties": {"key": finding.key, **cure, **source},
    }


def _notification(report: Report) -> dict[str, Any]:
    return {"level": "error", "message": {"text": report.refusal}, "locations": [_location(report)]}


def _location(report: Report, region: dict[str, int] | None = None) -> dict[str, Any]:
    in_file = {"region": region} if region else {}
    return {"physicalLocation": {"artifactLocation": {"uri": _address(report.file)}, **in_file}}


def _address(file: str) -> str:
    """A file's address: relative to the working directory where it lies below, else absolute."""
    relative = below(file)
    inside = not relative.startswith((os.pardir, os.sep)) or not os.path.isabs(file)
    path = quote(os.fsencode(relative if inside else file).replace(os.fsencode(os.sep), b"/"))
    return path if inside else f"file://{path}"
