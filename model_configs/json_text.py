"""Parse untrusted JSON text, or check a mapping, within bounds of size and depth."""

import json
import math
from collections.abc import Mapping
from typing import Any, NoReturn

from core.inputs.whole_text import whole_text
from model_configs.entries import ConfigError

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
        law = f"JSON, which it stops being at line {error.lineno}, column {error.colno} ({_reason(error)})"
        rest = text[error.pos : error.pos + 20] or "the end of the text"
        raise ConfigError("config", law, rest, line=error.lineno) from None
    except RecursionError:
        raise _too_deep(text) from None
    except ConfigError:
        raise
    except ValueError:  # an integer of thousands of digits
        raise ConfigError("config", "without numbers of thousands of digits", text) from None
    if not isinstance(config, dict):
        raise ConfigError("config", "a JSON object, { … }", config)
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


def _reason(error: json.JSONDecodeError) -> str:
    rest = error.doc[error.pos :]
    cure = "" if "quotes" in error.msg else next((CURES[start] for start in CURES if rest.startswith(start)), "")
    return error.msg[:1].lower() + error.msg[1:] + (f"; {cure}" if cure else "")


def _refuse_constant(text: str) -> NoReturn:
    raise ConfigError("config", "made of finite numbers", text)


def _finite_float(text: str) -> float:
    return float(text) if math.isfinite(float(text)) else _refuse_constant(text)
