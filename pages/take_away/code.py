"""The script behind a picture, with the values that the reader has chosen."""

import inspect
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.method import Method
from core.schemes import SCHEMES
from core.teach.room_address import RoomAddress
from pages.take_away import pytorch
from pages.take_away.export import export
from pages.take_away.script import Script, read

MOST = 2**24  # numbers in a table of a script, 0.1 GB
_LINK = re.compile(r"\[([^\]]+)\]\(([^)]+)\)")


@dataclass(frozen=True)
class Code:
    """The script behind a picture, with the values that the reader has chosen."""

    # its file below `take_away/` without the ending, such as "home/two_orders", or one from `derive_script`
    script: str | Script
    # by name, for the assignments of the script's first paragraph; shared settings need not be given
    values: Mapping[str, Any] = field(default_factory=dict)
    methods: Sequence[Method] = ()  # schemes or rules that the script goes through, where the reader chooses them
    cites: Sequence[Method] = ()  # further ones whose papers are cited
    files: Sequence[Path] = ()  # that the script reads
    arguments: tuple[str, ...] = ()  # arguments that the script always passes to the chosen ones

    @property
    def reads(self) -> tuple[Path, ...]:
        """Files that the script reads: `files`, and the table of a chosen scheme."""
        tables = (Path(inspect.getfile(inspect.unwrap(each.function))).with_suffix(".npy") for each in self.methods)
        return (*self.files, *(table for table in tables if table.exists()))

    @property
    def records(self) -> tuple[Method, ...]:
        """Schemes and rules whose papers are cited; by default the sinusoidal encoding."""
        return tuple(dict.fromkeys([*self.methods, *self.cites])) or (SCHEMES["sinusoidal"],)

    def program(
        self,
        settings: Mapping[str, Any],  # the shared settings by name
        *,
        title: str,
        notes: Sequence[str] = (),  # lines of the comment at its head: sources, the link
    ) -> str:
        """The whole script."""
        script = self.script if isinstance(self.script, Script) else read(self.script)
        values = {**{name: value for name, value in settings.items() if name in script.inputs}, **self.values}
        affordable = _affordable(script, values)
        if affordable < values.get("length", affordable):
            notes = [f"The first {affordable:,} of {values['length']:,} positions; all would be too many.", *notes]
            values["length"] = affordable
        data = [file.name for file in self.reads if file.suffix != ".py"]  # not the script that trained a model
        chosen, arguments = self.methods, self.arguments
        return export(script, values, methods=chosen, arguments=arguments, title=title, notes=notes, files=data)

    def torch(self) -> str:
        """The PyTorch code of every scheme and rule that takes part; "" where none has any."""
        return pytorch.program(self.records)


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
    return [f"{record.name}: {re.sub(_LINK, _link_text, record.source)}" for record in records]


def _link_text(match: re.Match[str]) -> str:
    return match[2] if match[1] in match[2] else f"{match[1]} {match[2]}"


def _affordable(script: Script, values: Mapping[str, Any]) -> int:
    """The length up to which no array of the schemes that a script uses has more than MOST numbers, tokens."""
    length: int = values.get("length", 0)
    if not any(module.startswith("core.schemes.") for module, _ in script.needs):  # of any: it computes in parts
        return length
    return max(1, min(length, MOST // values.get("d_model", 1)))
