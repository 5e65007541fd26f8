"""The result of checking one file."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property

from clockface.command.inputs import LAUNCHERS, read
from clockface.command.opened import UnreadableError
from model_configs.advice import BESIDE, TARGET, length_beside
from model_configs.entries import LARGEST, ConfigError
from model_configs.finding import SEVERITIES, Finding
from model_configs.findings.invalid import no_frequencies
from model_configs.forms import options
from model_configs.forms.gguf_header import is_gguf
from model_configs.forms.launch import Command, commands
from model_configs.json_text import parse
from model_configs.model_config import ModelConfig, read_config

TOKENS = re.compile(r'"((?:[^"\\]|\\.)*)"(\s*:)?|//[^\n]*|#[^\n]*|/\*.*?\*/|[{}\[\]]', re.DOTALL)
LINE = re.compile(r"line (\d{1,9})")
DEEPEST = 8  # names of a path; those of findings have at most four


@dataclass(frozen=True)
class Places:
    r"""Line and column of each entry of a text, from 1.

    >>> Places('{"a": 1,\n "b": {"c": 2}}').line_and_column("b.c")
    (2, 8)
    """

    text: str = field(repr=False)  # need not be JSON; what does not look like it has no entries
    _starts: dict[str, int] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        trail: list[str] = []  # names under which the open objects and lists stand, outermost first
        name = ""
        for token in TOKENS.finditer(self.text):
            sign = token.group()
            if sign in {"{", "["}:
                trail.append(name)
                name = ""
            elif sign in {"}", "]"}:
                name = trail.pop() if trail else ""
            elif token[2] and len(trail) <= DEEPEST:
                name = token[1]
                self._starts.setdefault(".".join([*trail[1:], name]), token.start())

    def line_and_column(self, path: str) -> tuple[int, int]:
        """Line and column of an entry by its path, else of the object that would hold it, else of the start.

        A path "line 3" is that line.
        """
        if line := LINE.fullmatch(path):
            return int(line[1]), 1
        names = path.split(".")
        paths = (".".join(names[:count]) for count in range(len(names), 0, -1))
        start = next((self._starts[each] for each in paths if each in self._starts), 0)
        return self.text.count("\n", 0, start) + 1, start - self.text.rfind("\n", 0, start)


JSON = {"", "{", "[", "/", "#"}  # how it begins, with comments too


@dataclass(frozen=True)
class Report:
    """One file: its findings, or why it was not read."""

    file: str  # as the person named it
    text: str = ""  # of the file, for places; "" where it was not read, and for a GGUF file, which has no lines
    config: ModelConfig | None = None  # None where it was not read
    findings: tuple[Finding, ...] = ()  # the most severe first
    refusal: str = ""  # why it was not read; "" where it was
    command: Command | None = None  # the part of the file that was read, where it is a command among others
    unsaid: tuple[str, ...] = ()  # rules of notes that were left out
    accepted: int = 0  # findings that the project has accepted, which were left out

    def without_notes(self) -> Report:
        """The same without findings that ask for nothing."""
        findings = tuple(each for each in self.findings if each.severity != "info")
        rules = (each.rule for each in self.findings if each.severity == "info")
        return replace(self, findings=findings, unsaid=tuple(dict.fromkeys(rules)))

    @cached_property
    def _places(self) -> Places:
        return Places(self.text)

    @property
    def may_have_comments(self) -> bool:
        """Whether the file is a script, a compose file, settings: no JSON, and no GGUF file."""
        return self.command is not None or self.text.lstrip("\ufeff \t\r\n")[:1] not in JSON - {"#"}

    def place(self, finding: Finding) -> tuple[int, int]:
        """Line and column of a finding, from 1."""
        is_json = self.text.lstrip("\ufeff \t\r\n")[:1] in JSON
        if (
            self.command is None
            and is_json
            and (finding.rule != TARGET or self._places.line_and_column(finding.key) != (1, 1))
        ):
            return self._places.line_and_column(finding.key)
        start, names = self.command.start if self.command else 0, finding.key.split(".")[::-1]
        lengths = options.LENGTHS if finding.rule == TARGET else ()
        words = (re.escape(each).replace(r"\-", "[-_]") for each in (*lengths, *names))
        forms = (re.compile(rf"(?<![\w-]){each}(?![\w-])") for each in words)
        offset = next((match.start() for form in forms if (match := form.search(self.text, start))), start)
        return self.text.count("\n", 0, offset) + 1, offset - self.text.rfind("\n", 0, offset)

    def count(self, severity: str) -> int:
        """How many findings have a severity."""
        return sum(finding.severity == severity for finding in self.findings)


def page(rule: str) -> str:
    """Where a finding is explained: a stable anchor of docs/findings.md."""
    return f"docs/findings.md#{rule_id(rule)}"


def rule_id(rule: str) -> str:
    """Name of a check, as linters write it."""
    return rule.replace("_", "-")


def below(file: str) -> str:
    """The path from the working directory; where that is gone, the file as it was named."""
    try:
        return os.path.relpath(file) if os.path.isabs(file) else file
    except OSError:
        return file


def reports(
    file: str,  # path, or "-" for the standard input
    target: int | None = None,  # length of the texts, tokens; also report what the config needs for it
    *,
    direct: bool = True,  # whether a person named the file, and not its folder
) -> Iterator[Report]:
    """Read and check a file: one report, or one for each command in it that starts an engine.

    A script without such a command is refused, or skipped in a folder.
    """
    try:
        data = read(file)
    except UnreadableError as error:
        yield Report(file, refusal=str(error))
        return
    text = "" if is_gguf(data) else data.decode("utf-8", "replace")
    launches = commands(file, text)
    if not launches and LAUNCHERS.search(file) and (whole := _report(file, data, text, target)).refusal:
        if direct:
            foreign = "recognised and not read" in whole.refusal
            refusal = "must hold a command that starts vLLM, SGLang or llama.cpp, got none"
            yield whole if foreign else replace(whole, refusal=refusal)
    elif not launches:
        yield _report(file, data, text, target)
    for command in launches:
        yield replace(_report(file, command, text, target), command=command)


def _report(file: str, data: bytes | Command, text: str, target: int | None) -> Report:
    try:
        config = read_config(data)
        unusable = [*no_frequencies(config)]
        findings = [
            *unusable,
            *config.findings(None if unusable else target),
            *length_beside(config, _beside(file)),
        ]
    except ConfigError as error:
        return Report(file, text=text, refusal=str(error))
    findings.sort(key=lambda finding: SEVERITIES.index(finding.severity))
    return Report(file, text, config, tuple(findings))


def _beside(file: str) -> dict[str, int]:
    """Lengths to which files beside a config.json cut texts, tokens, by the names of the files."""
    lengths: dict[str, int] = {}
    if os.path.basename(file) != "config.json":
        return lengths
    for name, entry in BESIDE.items():
        with suppress(UnreadableError, ConfigError):  # there need not be any
            length = parse(read(os.path.join(os.path.dirname(file), name)).decode("utf-8", "replace")).get(entry)
            lengths |= {name: length} if type(length) is int and 2 <= length <= LARGEST else {}
    return lengths
