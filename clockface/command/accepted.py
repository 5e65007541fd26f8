"""Findings that a project accepts: by name, by its settings or a comment with a reason, or in a baseline file."""

import fnmatch
import json
import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
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
COMMENT = re.compile(r"#[ \t]*clockface:[ \t]*ignore=([\w,-]{1,200})[ \t]*(.*)")  # names, and a reason
FOLDERS = 1024  # whose settings are kept


@dataclass(frozen=True)
class Ignored:
    """Findings of one name that are accepted."""

    rule: str  # as linters write it
    reason: str
    files: str = "*"  # a pattern for paths from the folder of the settings; * also matches /
    key: str = ""  # path of the entry; "" for any
    folder: str = ""  # of the settings; "" for the working directory

    def covers(self, file: str, finding: Finding) -> bool:
        """Whether a finding in a file is accepted."""
        is_named = self.rule == rule_id(finding.rule) and self.key in ("", finding.key)
        return is_named and fnmatch.fnmatchcase(_from(self.folder, file), self.files)


@dataclass(frozen=True)
class Accepted:
    """All that is accepted in a run."""

    ignored: tuple[Ignored, ...] = ()
    baseline: frozenset[tuple[str, str, str]] = field(default_factory=frozenset)  # as `_fingerprint` makes them

    def apply(self, reports: Iterable[Report]) -> list[Report]:
        """The reports without what is accepted, which they count."""
        settings_of = lru_cache(maxsize=FOLDERS)(_settings)  # of this run
        return [self._of(report, settings_of(os.path.dirname(report.file))) for report in reports]

    def _of(self, report: Report, settings: tuple[Ignored, ...]) -> Report:
        ignored, by_line = (*self.ignored, *settings), _comments(report)
        findings = tuple(
            each
            for each in report.findings
            if not any(entry.covers(report.file, each) for entry in ignored)
            and not (by_line and any(rule_id(each.rule) in by_line.get(n, ()) for n in _lines_about(report, each)))
            and _fingerprint(report, each) not in self.baseline
        )
        return replace(report, findings=findings, accepted=len(report.findings) - len(findings))


def accepted(names: Sequence[str], baseline: str | None) -> Accepted:  # names of findings; path of a baseline file
    """What the options accept, beside settings and comments; UnreadableError for an invalid baseline."""
    by_option = (Ignored(name, "named on the command line") for name in names)
    return Accepted((*by_option,), frozenset(_read_baseline(baseline)) if baseline else frozenset())


def _comments(report: Report) -> Mapping[int, frozenset[str]]:
    """Line → names of the findings that a comment accepts there; UnreadableError for an invalid comment."""
    by_line: dict[int, frozenset[str]] = {}
    for number, line in enumerate(report.text.split("\n") if report.may_have_comments else (), 1):
        if (match := COMMENT.search(line)) is None:
            continue
        where = f"{report.file}:{number}: a comment to ignore a finding"
        if not match[2].strip():
            raise UnreadableError(f"{where} must have a reason behind the names")
        try:
            by_line[number] = frozenset(map(finding_name, match[1].split(",")))
        except ValueError as error:
            raise UnreadableError(f"{where} {error}") from None
    return by_line


def _lines_about(report: Report, finding: Finding) -> Iterator[int]:
    """Lines with comments on a finding: its own, that of its command, and the comments above either."""
    lines, start = report.text.split("\n"), report.command.start if report.command else None
    begins = [] if start is None else [report.text.count("\n", 0, start) + 1]
    for number in {report.place(finding)[0], *begins}:
        above = number - 1
        yield number
        while above and lines[above - 1].lstrip().startswith("#"):
            yield above
            above -= 1


def finding_name(text: str) -> str:
    """The name of a finding on the command line; raises ValueError for another text."""
    if text.replace("-", "_") not in records():
        raise ValueError(f"must be the name of a finding, such as target, got {text[:60]!r}")
    return text


def _from(folder: str, file: str) -> str:
    """The path of a file from a folder; where the working directory is gone, the file as it was named."""
    try:
        return os.path.relpath(file, folder) if folder else below(file)
    except OSError:
        return file


def _settings(folder: str) -> tuple[Ignored, ...]:
    """The settings in a folder or above, up to its repository; else those of the working directory."""
    try:
        paths = [path for start in (Path(folder).resolve(), Path.cwd()) if (path := _place(start)) is not None]
    except (OSError, ValueError):  # it is gone, is none, or may not be entered
        return ()
    return tuple(_entries(_own(paths[0]), paths[0])) if paths else ()


def _place(start: Path) -> Path | None:
    """The file of settings in a folder or the next one above."""
    for folder in (start, *start.parents):
        for name in (OWN, SHARED):
            path = folder / name
            if path.is_file() and _own(path) is not None:
                return path
        if (folder / ".git").exists():
            break
    return None


def _own(path: Path) -> Any:
    """What a file holds for this command; None where it holds nothing."""
    table = _table(path)
    return table if path.name == OWN else table.get("tool", {}).get("clockface")


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
    return Ignored(**row, folder=str(path.parent))


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
