"""Read untrusted bodies: JSON objects of at most 2 kB, and the values in them."""

import json
import math
import re
from collections.abc import Collection
from typing import Any, Literal, NoReturn

LARGEST = 2048  # bytes of a body
FARTHEST = 2.0**53  # larger integers are not exact in a browser

Kind = Literal["value", "secret", "seat", "origin", "code", "closed", "ended", "large", "busy", "full", "store"]
_NO_GLYPH = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")


class LiveError(ValueError):
    """A refusal, with a sentence for the person who asked."""

    def __init__(self, kind: Kind, message: str) -> None:  # kind: why, for programs; message: why, for people
        super().__init__(message)
        self.kind: Kind = kind


def refuse(name: str, law: str, value: Any) -> NoReturn:
    """Refuse a value by name, law and value; a long one is cut."""
    quote = repr(value)
    raise LiveError("value", f"{name} must be {law}, got {quote if len(quote) <= 60 else f'{quote[:59]}…'}")


def read_body(body: bytes) -> dict[str, Any]:
    """A JSON object of finite numbers, at most 2,048 bytes; an empty body stands for an empty object."""
    if len(body) > LARGEST:
        raise LiveError("large", f"a body must be at most {LARGEST:,} bytes, got {len(body):,}")
    try:
        content = json.loads(body.decode("utf-8") or "{}", parse_constant=_no_number)
    except (ValueError, RecursionError):
        refuse("a body", "a JSON object of finite numbers", body[:40].decode("utf-8", "replace"))
    if not isinstance(content, dict):
        refuse("a body", "a JSON object", content)
    return content


def _no_number(text: str) -> NoReturn:
    raise ValueError(text)


def only(body: dict[str, Any], names: Collection[str]) -> None:  # raises LiveError
    """Refuse unexpected names."""
    if unknown_names := sorted(set(body) - set(names)):
        refuse("a name in the body", f"one of {', '.join(names)}", unknown_names[0])


def text(value: Any, name: str, most: int, least: int = 0) -> str:
    """One line of `least` to `most` characters, without invisible ones."""
    if not isinstance(value, str):
        refuse(name, "text", value)
    line = " ".join(_NO_GLYPH.sub(" ", value).split())
    if not least <= len(line) <= most:
        refuse(name, f"{least} to {most} characters long", value)
    return line


def flag(value: Any, name: str) -> bool:  # raises LiveError
    """True or false."""
    if not isinstance(value, bool):
        refuse(name, "true or false", value)
    return value


def number(
    value: Any, name: str, least: float = -FARTHEST, most: float = FARTHEST, *, whole: bool = False
) -> float:  # raises LiveError
    """A number within bounds; an int where the value is whole."""
    law = f"a {'whole ' if whole else ''}number from {_short(least)} to {_short(most)}"
    if isinstance(value, bool) or not isinstance(value, int | float):
        refuse(name, law, value)
    if isinstance(value, float) and not math.isfinite(value):  # 1e999 in JSON
        refuse(name, law, value)
    if not least <= value <= most or (whole and value != int(value)):
        refuse(name, law, value)
    return int(value) if value == int(value) else value


def match_pattern(value: Any, name: str, pattern: re.Pattern[str], law: str) -> str:  # raises LiveError
    """Text that matches a pattern."""
    if not isinstance(value, str) or not pattern.fullmatch(value):
        refuse(name, law, value)
    return value


def one_of(value: Any, name: str, options: Collection[str]) -> str:  # raises LiveError
    """One of a few words."""
    if not isinstance(value, str) or value not in options:
        refuse(name, f"one of {', '.join(options)}", value)
    return value


def _short(limit: float) -> str:
    return f"{limit:,.15g}"
