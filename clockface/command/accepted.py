"""Findings that a project has accepted: by name, by its settings with a reason, or in a baseline file."""

import fnmatch
import json
import os
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from clockface.command.inputs import read
from clockface.command.opened import UnreadableError
from clockface.command.report import Report, below, rule_id
from model_configs.finding import Finding
from model_configs.records import records

OWN, SHARED = ".clockface.toml", "pyproject.toml"
NAMES = {"rule", "files", "key", "reason"}
MOST = 1000  # entries of the settings
LAYOUT = 1  # of a baseline file


@dataclass(frozen=True)
class Ignored:
    """Findings of one name that are accepted."""

    rule: str  # as linters write it
    reason: str
    files: str = "*"  # a pattern for paths from the folder of the settings; * also matches /
    key: str = ""  # path of the entry; "" for any

    def covers(self, file: str, finding: Finding) -> bool:
        """Whether a finding in a file is accepted."""
        is_named = self.rule == rule_id(finding.rule) and self.key in ("", finding.key)
        return is_named and fnmatch.fnmatchcase(file, self.files)


@dataclass(frozen=True)
class Accepted:
    """All that is accepted in a run."""

    ignored: tuple[Ignored, ...] = ()
    baseline: frozenset[tuple[str, str, str]] = field(default_factory=frozenset)  # as `_fingerprint` makes them

    def apply(self, reports: Iterable[Report]) -> list[Report]:
        """The reports without what is accepted, which they count."""
        return [self._of(report) for report in reports]

    def _of(self, report: Report) -> Report:
        file = below(report.file)
        findings = tuple(
            each
            for each in report.findings
            if not any(ignored.covers(file, each) for ignored in self.ignored)
            and _fingerprint(report, each) not in self.baseline
        )
        return replace(report, findings=findings, accepted=len(report.findings) - len(findings))


def accepted(names: Sequence[str], baseline: str | None) -> Accepted:  # names of findings; path of a baseline file
    """What the options and the settings of the working directory accept; UnreadableError for invalid ones."""
    by_option = (Ignored(name, "named on the command line") for name in names)
    return Accepted((*by_option, *_settings()), frozenset(_read_baseline(baseline)) if baseline else frozenset())


def finding_name(text: str) -> str:
    """The name of a finding on the command line; raises ValueError for another text."""
    if text.replace("-", "_") not in records():
        raise ValueError(f"must be the name of a finding, such as target, got {text[:60]!r}")
    return text


def _settings() -> list[Ignored]:
    """The entries of `.clockface.toml`, else of `[tool.clockface]`, in this folder or the next one above."""
    try:
        here = Path.cwd()
    except OSError:  # it is gone
        return []
    for folder in (here, *here.parents):
        for name in (OWN, SHARED):
            path = folder / name
            if path.is_file():
                table = _table(path)
                own = table if name == OWN else table.get("tool", {}).get("clockface")
                if own is not None:
                    return _entries(own, path)
        if (folder / ".git").exists():
            break
    return []


def _table(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(read(str(path)).decode("utf-8", "replace"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise UnreadableError(f"{path}: must be TOML ({error})") from None


def _entries(table: Any, path: Path) -> list[Ignored]:
    rows = table.get("ignore", []) if isinstance(table, Mapping) else None
    if not isinstance(rows, list) or len(rows) > MOST or not set(table) <= {"ignore"}:
        raise UnreadableError(f"{path}: must hold [[ignore]] with rule and reason, at most {MOST:,} of them")
    return [_entry(row, path) for row in rows]


def _entry(row: Any, path: Path) -> Ignored:
    if not isinstance(row, Mapping) or not all(isinstance(row.get(name), str) and row[name] for name in row):
        raise UnreadableError(f"{path}: an entry of ignore must hold texts, got {str(row)[:60]}")
    if not {"rule", "reason"} <= set(row) <= NAMES:
        raise UnreadableError(f"{path}: an entry of ignore must have rule and reason, and may have files and key")
    try:
        finding_name(row["rule"])
    except ValueError as error:
        raise UnreadableError(f"{path}: rule {error}") from None
    return Ignored(**row)


def _fingerprint(report: Report, finding: Finding) -> tuple[str, str, str]:
    """What stays where lines move: the file, the name of the finding, and its entry."""
    return below(report.file).replace(os.sep, "/"), rule_id(finding.rule), finding.key


def baseline_of(reports: Sequence[Report]) -> str:
    """The text of a baseline file with all findings of the reports."""
    rows = sorted({_fingerprint(report, finding) for report in reports for finding in report.findings})
    names = ("file", "rule", "key")
    return json.dumps(
        {"layout": LAYOUT, "accepted": [dict(zip(names, row, strict=True)) for row in rows]}, indent=1
    )


def _read_baseline(file: str) -> list[tuple[str, str, str]]:
    try:
        content = json.loads(read(file))
        if content["layout"] != LAYOUT:
            raise UnreadableError(f"{file}: must have layout {LAYOUT}, got {str(content['layout'])[:20]}")
        return [(str(row["file"]), str(row["rule"]), str(row["key"])) for row in content["accepted"]]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise UnreadableError(f"{file}: must be a baseline that --write-baseline has written") from None
