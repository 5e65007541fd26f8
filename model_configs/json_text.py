"""Parse untrusted JSON text, or check a mapping, within bounds of size and depth."""

import json
import math
from collections.abc import Mapping
from typing import Any, NoReturn

from core.inputs.whole_text import whole_text
from model_configs.entries import ConfigError, as_text

CHARACTERS = 2_000_000  # limit for a whole config; the longest known ones have about ten thousand
MOST_CONTAINERS = 20_000  # objects and lists, which cost time as commas do; known configs have hundreds
MOST_COMMAS = 100_000
CURES = {
    "'": "JSON puts texts in double quotation marks",
    "True": "JSON writes true",
    "False": "JSON writes false",
    "None": "JSON writes null",
}
"""How a text that Python printed goes on where it stops being JSON → what JSON writes instead."""
REASONS = {
    "Expecting property name": "a name in double quotation marks is missing",
    "Illegal trailing comma": "a comma is one too many",
    "Expecting ':'": "a colon is missing",
    "Expecting ','": "a comma or a closing bracket is missing",
    "Expecting value": "a value is missing",
    "Extra data": "the object is closed already",
    "Invalid control character": "a text is not closed on its line",
    "Invalid \\": "a backslash is one too many",
}
"""How the messages of Python's JSON begin → what is wrong."""
BEFORE = 20  # characters of a text that a message repeats
DEEPEST = 64  # objects and lists within each other; those of known configs are nested ten deep


def parse(
    source: Any, *, lenient: bool = False
) -> dict[str, Any]:  # lenient: accept NaN and Infinity, replace unpaired surrogates by U+FFFD
    """Parse a config, JSON text or the object itself, into a new dict."""
    if isinstance(source, Mapping):
        return _parse_text(_as_text(source), lenient)
    if not isinstance(source, str):
        raise ConfigError("config", "JSON text or a mapping", source)
    return _parse_text(source, lenient)


def _parse_text(text: str, lenient: bool) -> dict[str, Any]:
    check_size(text)
    try:
        config = _load(text.removeprefix("\ufeff"), lenient)
    except json.JSONDecodeError as error:
        if not text.lstrip("\ufeff \t\r\n").startswith(("{", "[")):
            law = "JSON, which begins with `{`: paste the whole file"
            raise ConfigError("config", law, text.strip()[:20] or "nothing", line=1) from None
        raise ConfigError("config", "JSON", text, line=error.lineno, sentence=_invalid_json(error)) from None
    except RecursionError:
        raise _too_deep(text) from None
    except ConfigError:
        raise
    except ValueError:  # an integer of thousands of digits
        raise ConfigError("config", "without numbers of thousands of digits", text) from None
    if not isinstance(config, dict):
        what = "a list" if isinstance(config, list) else as_text(config)
        sentence = f"This is {what}, and a config is one object, {{ … }}. Paste the model’s whole config.json"
        raise ConfigError("config", "a JSON object, { … }", config, sentence=sentence)
    if _depth(config) > DEEPEST:
        raise _too_deep(config)
    has_halves = ("\\u" in text or not text.isascii()) and not _encodable(config)
    if has_halves and not lenient:
        raise ConfigError("config", "text of whole characters, not halves of surrogate pairs", config)
    return _with_whole_texts(config) if has_halves else config


def check_size(text: str) -> None:
    """Refuse a text that is longer, or holds more, than a config does; counted before it is parsed."""
    sizes = (
        (len(text), CHARACTERS, "characters"),
        (text.count("[") + text.count("{"), MOST_CONTAINERS, "objects and lists"),
        (text.count(","), MOST_COMMAS, "commas"),
    )
    for size, most, unit in sizes:
        if size > most:
            raise ConfigError("config", f"at most {most:,} {unit}", f"{size:,} {unit}")


def _encodable(config: dict[str, Any]) -> bool:
    """Whether every text can be encoded: none holds half of a surrogate pair."""
    try:
        json.dumps(config, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def _load(text: str, lenient: bool) -> Any:
    if lenient:
        return json.loads(text)
    return json.loads(text, parse_constant=_refuse_constant, parse_float=_finite_float)


def _too_deep(value: Any) -> ConfigError:
    return ConfigError("config", f"nested less deeply, at most {DEEPEST} levels", value)


def _depth(value: Any) -> int:
    """Levels of objects and lists, counted without recursion; counting stops above the bound."""
    level, depth = [value], 0
    while level and depth <= DEEPEST:
        level = [inner for each in level for inner in _inside(each) if isinstance(inner, dict | list)]
        depth += 1
    return depth


def _inside(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def _with_whole_texts(value: Any) -> Any:
    """The same value with halves of surrogate pairs replaced in all texts, keys as well."""
    if isinstance(value, str):
        return whole_text(value)
    if isinstance(value, list):
        return [_with_whole_texts(inner) for inner in value]
    if isinstance(value, dict):
        return {_with_whole_texts(name): _with_whole_texts(inner) for name, inner in value.items()}
    return value


def _as_text(source: Mapping[str, Any]) -> str:
    try:
        return json.dumps(source if isinstance(source, dict) else dict(source))
    except RecursionError:
        raise _too_deep(source) from None
    except (TypeError, ValueError):
        raise ConfigError("config", "made of objects, lists, texts and numbers", source) from None


def _invalid_json(error: json.JSONDecodeError) -> str:
    """Where a text stops being JSON, and why, as a sentence."""
    place, rest = f"line {error.lineno}, column {error.colno}", error.doc[error.pos :]
    if not rest.strip() or error.msg.startswith("Unterminated string"):  # a string that is not closed has no end
        return f"The text ends in the middle ({place}). Paste the whole file"
    reason = next((REASONS[start] for start in REASONS if error.msg.startswith(start)), error.msg.lower())
    cure = "" if "quotation" in reason else next((CURES[start] for start in CURES if rest.startswith(start)), "")
    start = whole_text(rest.split("\n")[0][:BEFORE]).strip()
    before = f", before {json.dumps(start, ensure_ascii=False)}," if start else ""
    return f"At {place}{before} {reason}{f'; {cure}' if cure else ''}"


def _refuse_constant(text: str) -> NoReturn:
    raise ConfigError("config", "made of finite numbers", text)


def _finite_float(text: str) -> float:
    return float(text) if math.isfinite(float(text)) else _refuse_constant(text)
