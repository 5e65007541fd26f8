"""What there is to say about one file."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from clockface.command.given import UnreadableError, read
from core.config.forms.gguf_header import is_gguf
from core.config.pair_wavelengths import finite
from core.inputs.entries import ConfigError
from core.inputs.finding import SEVERITIES, Finding
from core.inputs.json_place import Places
from core.model_config import ModelConfig, read_config

if TYPE_CHECKING:
    from collections.abc import Sequence

NO_FREQUENCIES = "no_frequencies"
RULES_PAGE = "https://huggingface.co/docs/transformers/internal/rope_utils"


@dataclass(frozen=True)
class Report:
    """One file: what was found, or why it was not read.

    Parameters
    ----------
    file : str
        As the person named it.
    text : str
        Of the file, for places; "" where it was not read, and for a GGUF file, which has no lines.
    config : ModelConfig or None
        None where it was not read.
    findings : tuple of Finding
        The most severe first.
    refused : str
        Why it was not read; "" where it was.
    """

    file: str
    text: str = ""
    config: ModelConfig | None = None
    findings: tuple[Finding, ...] = ()
    refused: str = ""

    @cached_property
    def _places(self) -> Places:
        return Places(self.text)

    def place(self, finding: Finding) -> tuple[int, int]:
        """Line and column of a finding, from 1."""
        return self._places.of(finding.key)

    def count(self, severity: str) -> int:
        """How many findings have a severity."""
        return sum(finding.severity == severity for finding in self.findings)


def rule_id(rule: str) -> str:
    """Name of a check, as linters write it."""
    return rule.replace("_", "-")


def below(file: str) -> str:
    """The path from the working directory; where that is gone, the file as it was named."""
    try:
        return os.path.relpath(file) if os.path.isabs(file) else file
    except OSError:
        return file


def report(file: str, target: int | None = None) -> Report:
    """Read and check a file.

    Parameters
    ----------
    file : str
        Path, or "-" for the standard input.
    target : int or None
        Length of the texts, tokens; what the config needs for it is told too.
    """
    try:
        data = read(file)
        config = read_config(data)
        unusable = _unusable(config)
        found = [*unusable, *config.findings(None if unusable else target)]
    except (UnreadableError, ConfigError) as error:
        return Report(file, refused=str(error))
    found.sort(key=lambda finding: SEVERITIES.index(finding.severity))
    text = "" if is_gguf(data) else data.decode("utf-8", "replace")
    return Report(file, text, config, tuple(found))


def _unusable(config: ModelConfig) -> Sequence[Finding]:
    """A finding where the config was read, and its numbers give no frequencies."""
    for kind in config.layer_types:
        try:
            finite(kind, None)
        except ConfigError as error:
            sentences = (
                f"{error}.",
                "No frequencies follow from this, so that programs refuse the file or compute with other numbers.",
                "Write the value of the training.",
            )
            return [Finding("error", error.key, "\n".join(sentences), source=RULES_PAGE, rule=NO_FREQUENCIES)]
    return []
