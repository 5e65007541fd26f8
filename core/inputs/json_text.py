"""Parse untrusted JSON text, or check a mapping, within bounds of size and depth."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, NoReturn

from core.inputs.entries import ConfigError

CHARACTERS = 2_000_000  # limit for a whole config; the longest known ones have about ten thousand


def parse(source: Any) -> dict[str, Any]:
    """Parse a config into a new dict.

    Parameters
    ----------
    source : str or mapping
        JSON text, or the object that it stands for.

    Returns
    -------
    config : dict

    Raises
    ------
    ConfigError
        If it is not a JSON object, is too long or too deeply nested, or holds a number that is not finite.
    """
    if isinstance(source, Mapping):
        return _parsed(_written(source))
    if not isinstance(source, str):
        raise ConfigError("config", "JSON text or a mapping", source)
    return _parsed(source)


def _parsed(text: str) -> dict[str, Any]:
    if len(text) > CHARACTERS:
        raise ConfigError("config", f"at most {CHARACTERS:,} characters", f"{len(text):,} characters")
    try:
        config = json.loads(text.removeprefix("\ufeff"), parse_constant=_no_number, parse_float=_finite)
    except json.JSONDecodeError as error:
        law = f"JSON, which it stops being at line {error.lineno}, column {error.colno} ({_reason(error)})"
        raise ConfigError("config", law, text[error.pos : error.pos + 20] or "the end of the text") from None
    except RecursionError:
        raise ConfigError("config", "nested less deeply", text) from None
    except ConfigError:
        raise
    except ValueError:  # an integer of thousands of digits
        raise ConfigError("config", "without numbers of thousands of digits", text) from None
    if not isinstance(config, dict):
        raise ConfigError("config", "a JSON object, { … }", config)
    if "\\u" in text and not _encodable(config):
        raise ConfigError("config", "text of whole characters, not halves of surrogate pairs", config)
    return config


def _encodable(config: dict[str, Any]) -> bool:
    """Whether every text can be encoded: none holds half of a surrogate pair."""
    try:
        json.dumps(config, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def _written(source: Mapping[str, Any]) -> str:
    try:
        return json.dumps(source if isinstance(source, dict) else dict(source))
    except (TypeError, ValueError, RecursionError):
        raise ConfigError("config", "made of objects, lists, texts and numbers", source) from None


def _reason(error: json.JSONDecodeError) -> str:
    return error.msg[:1].lower() + error.msg[1:]


def _no_number(text: str) -> NoReturn:
    raise ConfigError("config", "made of finite numbers", text)


def _finite(text: str) -> float:
    return float(text) if math.isfinite(float(text)) else _no_number(text)
