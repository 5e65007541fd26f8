"""A room's picture as code: the schemes and rules that it shows, and what the room makes of them.

A room's Markdown may say so. Under "Code" stand names of schemes and rules, in braces where a widget holds them,
and below values for names that nothing else has. Under "Code: NumPy" and "Code: PyTorch" stands what follows the
code of each, or at "# after rotary" what follows those of one family; lines at "# first" come before all, lines at
"# last" after all. Under "Code: cites" stand names that are cited only. A heading that ends with keys of pictures,
such as "Code: NumPy: shares" or "Code: NumPy: steps, dtypes", is for these alone: its lines stand in for those of
the heading without keys that have the same place; of several such headings each adds its lines. What is known only
as the room runs, it gives when it closes: `Given`.
"""

from __future__ import annotations

import ast
import inspect
import re
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st

from components.kit.wire import header
from core.code_export import Block, affordable, block, needed, result, script, searched_divisors
from core.method import CITATION, LANGUAGES, Method
from core.scaling import RULES
from core.scaling.rule import Rule
from core.schemes import SCHEMES
from core.schemes.scheme import Scheme
from pages.shared import address, settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from components.kit.noted import Picture, Table

KNOWN: Mapping[str, Method] = {**SCHEMES, **RULES}
_FENCE = re.compile(r"^```\w*\n(.*?)\n?```$", re.DOTALL | re.MULTILINE)
_PARTS = re.compile(r"^# (first|last|after \w+)$", re.MULTILINE)
_MOST = 4096  # values of a list in a script
HEADS = 8
_LINK = re.compile(r"\[([^\]]+)\]\(([^)]+)\)")


@dataclass(frozen=True)
class Given:
    """What a room says of a picture's code that is known only as it runs.

    Parameters
    ----------
    values : mapping
        By name, for the room's lines and the names in braces.
    code : callable or None
        Gives the lines that come before the room's own, for a language.
    files : tuple of Path
        That the lines read.
    """

    values: Mapping[str, Any] = field(default_factory=dict)
    code: Callable[[str], str] | None = None
    files: tuple[Path, ...] = ()


@dataclass(frozen=True)
class Program:
    """What is known of a picture's code before a language is chosen.

    Parameters
    ----------
    words : mapping of str
        The room's sections.
    records : tuple of Method
        Schemes and rules that are cited.
    run : tuple of Method
        Those whose code takes part.
    key : str
        Of the picture or table.
    values : mapping
        By name, as the reader has set them or the picture shows them.
    given : Given
        By the room.
    limits : tuple of str
        What the script leaves out.
    """

    words: Mapping[str, str]
    records: tuple[Method, ...]
    run: tuple[Method, ...]
    key: str
    values: Mapping[str, Any]
    given: Given
    limits: tuple[str, ...] = ()

    @property
    def files(self) -> list[Path]:
        """Files that the code reads."""
        beside = (Path(inspect.getfile(record.function)).with_suffix(".npy") for record in self.records)
        code = self.text("NumPy", title="")
        return [path for path in (*beside, *self.given.files) if f'"{path.name}"' in code]

    def text(self, language: str, *, title: str, notes: Sequence[str] = ()) -> str:
        """The whole script."""
        blocks = list(self._blocks(language, room_parts(self.words, language, self.key)))
        stored = any(re.search(r"^shown\b", each.code, re.MULTILINE) for each in blocks)
        shows = "shown" if stored else result(self.run[-1])  # a room that only cites has its own
        return script(blocks, language, self.values, title=title, notes=[*self.limits, *notes], shows=shows)

    def _blocks(self, language: str, parts: Mapping[str, str]) -> Iterator[Block]:
        yield from _said(self.given.code(language) if self.given.code else "")
        yield from _said(parts.get("first", "" if self.run else parts.get("after each", "")))
        for record in self.run:
            yield block(record, language, self.values)
            places = [record.name, *([record.family] if isinstance(record, Scheme) else []), "each"]
            said = (parts[f"after {place}"] for place in places if f"after {place}" in parts)
            yield from _said(next(said, ""), name=record.name)
        yield from _said(parts.get("last", ""))


def of(
    words: Mapping[str, str], key: str, picture: Picture | None, table: Table | None, given: Given | None = None
) -> Program:
    """The program of a picture.

    Parameters
    ----------
    words : mapping of str
        The room's sections.
    key : str
        Of the picture or table.
    picture, table
        As they were shown.
    given : Given or None
        By the room.
    """
    given = given or Given()
    lines = own_words(words, "Code", key).splitlines()
    declared = {**_declared(lines[1:]), **given.values}
    run = _records(lines[0] if lines else "", declared)
    cited = _records(own_words(words, "Code: cites", key), declared)
    if not (run or cited):
        run = (SCHEMES["sinusoidal"],)
    if not room_parts(words, LANGUAGES[0], key):
        run = run or cited
    values = {**declared, **_of_settings(run)}
    values |= _found(_asked(words, run, key) - asdict(settings.read()).keys(), picture, table)
    if any(isinstance(record, Rule) for record in run):
        values |= searched_divisors(values["rotary_dim"] // 2)
    return Program(words, tuple(dict.fromkeys([*run, *cited])), run, key, values, given, tuple(_limits(values)))


def _limits(values: Mapping[str, Any]) -> Iterator[str]:
    kept, length = values["length"], settings.read().length
    if kept != length:
        yield f"The first {kept:,} of {length:,} positions; all would be too many."


def citation(records: Sequence[Method]) -> str:
    """BibTeX of all their papers, each once."""
    entries = (entry for record in records for entry in re.split(r"\n(?=@)", record.code(CITATION).strip()))
    return "\n\n".join(dict.fromkeys(entries))


def sources(records: Sequence[Method]) -> list[str]:
    """Where each comes from, with its links as plain text."""
    return [f"{record.name}: {re.sub(_LINK, _linked, record.source)}" for record in records]


def own_words(words: Mapping[str, str], heading: str, key: str) -> str:
    """What stands under a heading for one picture, else for all."""
    return words.get(next(_of_its_own(words, heading, key), heading), "")


def room_parts(words: Mapping[str, str], language: str, key: str) -> dict[str, str]:
    """The room's own lines by where they stand; "after each" is where nothing else is said."""
    heading = f"Code: {language}"
    parts = _parts(words.get(heading, ""))
    for own in _of_its_own(words, heading, key):
        parts |= _parts(words[own])
    return parts


def _of_its_own(words: Mapping[str, str], heading: str, key: str) -> Iterator[str]:
    """The headings that name the key."""
    named = re.compile(rf"{re.escape(heading)}: (?:[\w-]+, )*{re.escape(key)}(?:, [\w-]+)*")
    return filter(named.fullmatch, words)


def _parts(text: str) -> dict[str, str]:
    found = _FENCE.search(text)
    before, *marked = _PARTS.split(found[1] if found else "")
    return ({"after each": before} if before.strip() else {}) | dict(zip(marked[::2], marked[1::2], strict=True))


def _linked(found: re.Match[str]) -> str:
    return found[2] if found[1] in found[2] else f"{found[1]} {found[2]}"


def _said(code: str, **values: Any) -> Iterator[Block]:
    if code.strip():
        yield Block(code, values)


def _declared(lines: Sequence[str]) -> dict[str, Any]:
    """Values by name; of three numbers, the address may give another than the first, between the other two."""
    given = {name: ast.literal_eval(value) for name, value in (line.split(" = ", 1) for line in lines)}
    return {n: address.whole(n, *value) if isinstance(value, tuple) else value for n, value in given.items()}


def _records(line: str, declared: Mapping[str, Any]) -> tuple[Method, ...]:
    """Schemes and rules by their names, which may stand in a widget, in the order in which the rooms show them."""
    names: list[str] = []
    for word in filter(None, (part.strip() for part in line.split(","))):
        held = st.session_state.get(word[1:-1], declared.get(word[1:-1])) if word.startswith("{") else word
        names += [held] if isinstance(held, str) else held or []
    return tuple(record for name, record in KNOWN.items() if name in names)


def _of_settings(run: Sequence[Method]) -> dict[str, Any]:
    chosen = asdict(settings.read())
    heads = st.session_state.get("heads", HEADS)
    length = affordable(run, length=chosen["length"], d_model=chosen["d_model"], heads=heads)
    return chosen | {"length": length, "heads": heads}


def _asked(words: Mapping[str, str], run: Sequence[Method], key: str) -> set[str]:
    """Names that some language's code begins from."""
    parts = [part for language in LANGUAGES for part in room_parts(words, language, key).values()]
    codes = [record.code(language) for record in run for language in LANGUAGES]
    return {name for code in (*parts, *codes) for name in needed(code)}


def _found(names: set[str], picture: Picture | None, table: Table | None) -> dict[str, Any]:
    """What widgets, the picture and its table say under these names."""
    held = {name: st.session_state[name] for name in names if name in st.session_state}
    seen = {**_of_picture(picture), **_of_table(table), **held}
    return {name: seen[name] for name in names if name in seen and _is_plain(seen[name])}


def _of_table(table: Table | None) -> dict[str, Any]:
    columns = pd.DataFrame(table() if table else {}).head(_MOST).items()
    return {str(name).replace(" ", "_"): column.tolist() for name, column in columns}


def _of_picture(picture: Picture | None) -> dict[str, Any]:
    if picture is None:
        return {}
    data = header(picture.data) if isinstance(picture.data, bytes) else picture.data
    return {**data, **data.get("view", {})}


def _is_plain(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return len(value) <= _MOST and all(isinstance(each, int | float | str) for each in value)
    return isinstance(value, int | float | str)
