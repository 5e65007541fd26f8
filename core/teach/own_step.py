"""A room as a teacher shows it: own words, a question of one's own, and the controls that stay."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from urllib.parse import parse_qsl

from core.teach.live import untrusted
from core.teach.live.question import Question, read_question
from core.teach.room_address import NAME, RoomAddress

TITLE, NOTE = 80, 1000  # characters at most
MOST_OWN_CONTROLS = 12  # controls
LONGEST, MOST_VALUES = 4000, 80  # of a step in an address
FIELDS = ("title", "note", "keep", "ask", "choice", "right")
"""What an address says of a step beside the room's settings."""
OF_SEVERAL = ("step", "go", "at")
"""What an address says of a way through several steps."""


@dataclass(frozen=True)
class OwnStep:
    """What a teacher says beside a room."""

    title: str = ""  # plain text
    note: str = ""  # plain text
    controls: tuple[str, ...] | None = None  # names of the controls that stay visible; None for all
    asks: Question | None = None  # choices of which one is right
    # the room with its settings; None for the room that the address names, as it stands
    address: RoomAddress | None = None
    source_text: str = ""  # as `read_own_step` has read it


def read_own_words(
    # "title", "note", "keep" (repeated), "ask" with "choice" (repeated) and "right", its number from 1
    query: Mapping[str, Sequence[str]],
) -> tuple[OwnStep, tuple[str, ...]]:
    """Read a teacher's words, which are untrusted: a step without an address, a sentence for each ignored part."""
    title, long_title = _text(query, "title", TITLE)
    note, long_note = _text(query, "note", NOTE)
    controls, unknown = _controls(query)
    asks, bad_question = _question(query)
    step = OwnStep(" ".join(title.split()), note, controls, asks)
    return step, (*long_title, *long_note, *unknown, *bad_question)


def read_own_step(
    # a room's address with ; between parameters: "similarity?d_model=64;title=Look"; without "keep" no control
    # stays
    text: str,
    rooms: Mapping[str, Collection[str]],  # by file stem, the parameters that a room's address may have
) -> tuple[OwnStep | None, tuple[str, ...]]:
    """Read one step of several from an address, which is untrusted, and a sentence for each ignored part.

    The step is None where the room is unknown.
    """
    if len(text) > LONGEST:
        return None, (f"a step of {len(text):,} characters; {LONGEST:,} is the most.",)
    room, _, query = text.partition("?")
    if room not in rooms:
        return None, (f"go={short(room)} names no room.",)
    try:
        pairs = parse_qsl(query, keep_blank_values=True, separator=";", max_num_fields=MOST_VALUES)
    except ValueError:
        return None, (f"a step in {room} with more than {MOST_VALUES} values.",)
    fields: dict[str, tuple[str, ...]] = {}
    for name, value in pairs:
        fields[name] = (*fields.get(name, ()), value)
    if not fields.keys().isdisjoint(OF_SEVERAL):
        return None, (f"a step in {room} that is itself a step of a lesson.",)
    step, ignored_parts = read_own_words({"keep": ("",), **fields})
    settings = {name: values for name, values in fields.items() if name in rooms[room]}
    strange = [f"{short(name)} is no setting of {room}." for name in fields if name not in (*settings, *FIELDS)]
    address = RoomAddress(room, MappingProxyType(settings))
    return replace(step, address=address, source_text=text), (*ignored_parts, *strange[:3])


def _question(query: Mapping[str, Sequence[str]]) -> tuple[Question | None, tuple[str, ...]]:
    """The question, checked like one of a live class, with its right answer."""
    options = [_line(choice) for choice in query.get("choice", ())]
    if not options and not last(query, "ask"):
        return None, ()
    right = last(query, "right")
    number = int(right) if re.fullmatch(r"[0-9]{1,2}", right) else right
    try:
        body = {"text": _line(last(query, "ask")), "options": options}
        question = read_question(body)
        truth = untrusted.number(number, "right", 1, len(options), whole=True) - 1
    except untrusted.LiveError as error:
        return None, (f"the question: {error}.",)
    return replace(question, truth=truth), ()


def _line(text: str) -> str:
    """Truncate untrusted text for an error message."""
    return str(text)[:200]


def _controls(query: Mapping[str, Sequence[str]]) -> tuple[tuple[str, ...] | None, tuple[str, ...]]:
    """Names of the controls to keep, None for all, and a sentence for each value that cannot be used."""
    if "keep" not in query:
        return None, ()
    names = [name for name in dict.fromkeys(query["keep"]) if name]
    valid = [name for name in names if NAME.fullmatch(name)]
    ignored_parts = [f"keep={short(name)} names no control." for name in names if name not in valid]
    if len(valid) > MOST_OWN_CONTROLS:
        ignored_parts.append(f"keep: of {len(valid)} controls the first {MOST_OWN_CONTROLS} are kept.")
    return tuple(valid[:MOST_OWN_CONTROLS]), tuple(ignored_parts[:3])


def _text(query: Mapping[str, Sequence[str]], name: str, most: int) -> tuple[str, tuple[str, ...]]:
    """Text without control characters, cut to `most`, and a sentence if something was cut off."""
    text = re.sub(r"[^\S\n]|[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff]", " ", last(query, name)).strip()
    if len(text) <= most:
        return text, ()
    return f"{text[:most]}…", (f"{name}: of {len(text):,} characters the first {most:,} are shown.",)


def last(query: Mapping[str, Sequence[str]], name: str) -> str:
    """The last value of a query parameter; empty if it is missing."""
    values = query.get(name) or [""]
    return str(values[-1])


def short(text: str) -> str:
    """Shorten an untrusted value for an error message."""
    return f"“{text[:40]}…”" if len(text) > 40 else f"“{text}”"
