"""The script behind a picture, with the values that the reader has chosen."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.method import Method
from core.schemes import SCHEMES
from core.teach.room_address import RoomAddress
from pages.take_away.export import export, folder_of, stem_of
from pages.take_away.script import FOLDER, Script, read

MOST = 2**24  # numbers in a table of a script, 0.1 GB
_LINK = re.compile(r"\[([^\]]+)\]\(([^)]+)\)")


@dataclass(frozen=True)
class Code:
    """The script behind a picture, with the values that the reader has chosen."""

    script: str  # its file below `take_away/` without the ending, such as "similarity/gram"
    # by name, for the assignments of the script's first paragraph; shared settings need not be given
    values: Mapping[str, Any] = field(default_factory=dict)
    chosen: Sequence[Method] = ()  # schemes or rules that the script goes through, where the reader chooses them
    cites: Sequence[Method] = ()  # further ones whose papers are cited
    files: Sequence[Path] = ()  # that the script reads
    # values by name that only the PyTorch code of what it goes through needs
    for_torch: Mapping[str, Any] = field(default_factory=dict)

    @property
    def reads(self) -> tuple[Path, ...]:
        """Files that the script reads: those given, and the table of a chosen scheme."""
        tables = (FOLDER / folder_of(record) / f"{stem_of(record)}.npy" for record in self.chosen)
        return (*self.files, *(table for table in tables if table.exists()))

    @property
    def records(self) -> tuple[Method, ...]:
        """Schemes and rules whose papers are cited; the sinusoidal encoding where none is named."""
        return tuple(dict.fromkeys([*self.chosen, *self.cites])) or (SCHEMES["sinusoidal"],)

    def program(
        self,
        settings: Mapping[str, Any],  # the shared settings by name
        *,
        title: str,
        notes: Sequence[str] = (),  # lines of the comment at its head: sources, the link
    ) -> str:
        """The whole script."""
        script = read(self.script)
        values = {**{name: value for name, value in settings.items() if name in script.inputs}, **self.values}
        kept = _affordable(script, values)
        if kept < values.get("length", kept):
            notes = [f"The first {kept:,} of {values['length']:,} positions; all would be too many.", *notes]
            values["length"] = kept
        return export(script, values, chosen=self.chosen, title=title, notes=notes)

    def torch(self, settings: Mapping[str, Any]) -> str:
        """The PyTorch code of every scheme and rule that takes part; "" where none has any."""
        return "\n\n".join(filter(None, (self._torch(record, settings) for record in self.records)))

    def _torch(self, record: Method, settings: Mapping[str, Any]) -> str:
        name, entries = f"{folder_of(record)}/{stem_of(record)}_torch", self.values.get("entries", {})
        if not (FOLDER / f"{name}.py").exists():
            return ""
        script, given = read(name), {**settings, **self.values, **self.for_torch, **entries.get(record.name, {})}
        return export(script, {name: given[name] for name in script.inputs if name in given}, title=script.name)


@dataclass(frozen=True)
class CodeElsewhere:
    """The room that has the script behind a picture."""

    address: RoomAddress  # with settings
    records: Sequence[Method]  # schemes and rules whose papers are cited


def citation(records: Sequence[Method]) -> str:
    """BibTeX of all their papers, each once."""
    entries = (entry for record in records for entry in re.split(r"\n(?=@)", record.citation))
    return "\n\n".join(dict.fromkeys(entries))


def sources(records: Sequence[Method]) -> list[str]:
    """Where each comes from, with its links as plain text."""
    return [f"{record.name}: {re.sub(_LINK, _linked, record.source)}" for record in records]


def _linked(found: re.Match[str]) -> str:
    return found[2] if found[1] in found[2] else f"{found[1]} {found[2]}"


def _affordable(script: Script, values: Mapping[str, Any]) -> int:
    """The length up to which no array of the schemes that a script uses has more than MOST numbers, tokens."""
    length: int = values.get("length", 0)
    if not any(name.startswith("schemes/") for name, _ in script.needs):  # of any scheme: it computes in parts
        return length
    return max(1, min(length, MOST // values.get("d_model", 1)))
