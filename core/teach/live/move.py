"""What the teacher shows: a room's address, values under the hand, pictures that play."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from core.teach.live import untrusted
from core.teach.room_address import NAME

LONGEST = 1_500
"""Characters of an address. With what the hand holds it has to fit into a body of 2 kB, and each event brings it to
every student, 20 times a second while a slider moves: 4 MB/s for a hundred."""

MOST_HELD, MOST_PLAYING = 12, 4
LONGEST_TEXT = 400
"""Characters of a text under the hand: a drawn signal of 64 values has at most 319."""

FASTEST = 1e6  # tokens a second

_ADDRESS = re.compile(r"/(?:[a-z][a-z0-9_]{0,39})?(?:\?[\w!$%&'()*+,./:;=?@\[\]~-]*)?", re.ASCII)
_PICTURE = re.compile(r"[a-z][a-z0-9_/.-]{0,59}")
_TAB = re.compile(r"[A-Za-z0-9_-]{4,16}")


@dataclass(frozen=True)
class Playback:
    """A picture with a position."""

    position: float  # in tokens, at the time of the move
    playing: bool
    speed: float  # tokens a second while it plays


@dataclass(frozen=True)
class Move:
    """The state of the room that the class sees."""

    address: str  # path and query below the app's root
    hand: Mapping[str, Any]  # values of sliders that are being moved: a number, a text, or a tuple of two of these
    playing: Mapping[str, Playback]  # by the picture's key
    at: int  # when it arrived, milliseconds of a clock that all servers of the class share

    def to_json(self) -> dict[str, Any]:
        """As JSON."""
        playing = {key: dict(vars(each)) for key, each in self.playing.items()}
        return {"address": self.address, "hand": dict(self.hand), "playing": playing, "at": self.at}


def read_move(
    body: Mapping[str, Any],  # "address" and, where there are any, "hand" and "playing"
    at: int,  # when it arrived, milliseconds of a clock that all servers of the class share
    rooms: Collection[str] | None = None,  # names that an address may begin with; None for any
) -> Move:  # raises LiveError if a value breaks its law
    """Read a move, which is untrusted."""
    address = body.get("address")
    if not isinstance(address, str) or len(address) > LONGEST:
        long = f"{len(address):,} characters" if isinstance(address, str) else address
        untrusted.refuse("address", f"text of at most {LONGEST:,} characters", long)
    untrusted.match_pattern(
        address, "address", _ADDRESS, "a room below this app, /room?name=value, written as browsers do"
    )
    room = address[1:].partition("?")[0]
    if rooms is not None and room and room not in rooms:
        untrusted.refuse("address", "that of a room of this app", address)
    hand = _mapping(body.get("hand", {}), "hand", MOST_HELD)
    playing = _mapping(body.get("playing", {}), "playing", MOST_PLAYING)
    return Move(
        address,
        MappingProxyType({_checked_name(name): _hand_value(name, value) for name, value in hand.items()}),
        MappingProxyType({_picture(key): _read_playback(value) for key, value in playing.items()}),
        at,
    )


def read_turn(body: Mapping[str, Any]) -> tuple[str, int]:  # raises LiveError if a value breaks its law
    """The tab that a move comes from, and its number there."""
    by = untrusted.match_pattern(body.get("by"), "by", _TAB, "4 to 16 letters, digits, - and _")
    return by, int(untrusted.number(body.get("turn"), "turn", 0, whole=True))


def _mapping(value: Any, name: str, most: int) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        untrusted.refuse(name, "an object", value)
    if len(value) > most:
        untrusted.refuse(name, f"of at most {most} entries", len(value))
    return value


def _checked_name(name: str) -> str:
    return untrusted.match_pattern(name, "a name in hand", NAME, "small letters, digits and _")


def _picture(key: str) -> str:
    return untrusted.match_pattern(key, "a key in playing", _PICTURE, "small letters, digits and _ / . -")


def _hand_value(name: str, value: Any) -> Any:
    if isinstance(value, list):
        if len(value) != 2:
            untrusted.refuse(f"hand.{name}", "a value or a list of two", value)
        return tuple(_single(name, each) for each in value)
    return _single(name, value)


def _single(name: str, value: Any) -> float | str:
    where = f"hand.{name}"
    return untrusted.text(value, where, LONGEST_TEXT) if isinstance(value, str) else untrusted.number(value, where)


def _read_playback(value: Any) -> Playback:
    if not isinstance(value, dict):
        untrusted.refuse("an entry of playing", "an object", value)
    untrusted.only(value, ("position", "playing", "speed"))
    return Playback(
        untrusted.number(value.get("position"), "position"),
        untrusted.flag(value.get("playing"), "playing"),
        untrusted.number(value.get("speed", 0), "speed", -FASTEST, FASTEST),
    )
