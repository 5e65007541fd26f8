"""JSON as people write it: comments, trailing commas, numbers as texts."""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from functools import reduce
from typing import Any

from model_configs.finding import Finding, error, info, name_of, setting
from model_configs.json_text import check_size
from model_configs.keys import COMMON, IN_BLOCKS, STEP_OVER, TEXT_PARTS
from model_configs.sentences import Written

PIECES = re.compile(r'"(?:[^"\\]|\\.)*"?|//[^\n]*|#[^\n]*|/\*.*?(?:\*/|$)|,(?=\s*[}\]])', re.DOTALL)
NUMBER = re.compile(r"\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*")
WORDS = {"rope_type", "type", "position_embedding_type"}  # entries that are texts
ROUNDS, LONGEST = 8, 64  # passes over trailing commas behind comments; characters of a number
MOST_REMARKS = 8  # on numbers as texts; a sentence costs more than the number that it is about


def mend_json(text: str) -> tuple[str, tuple[Finding, ...]]:
    """The text without comments and trailing commas, positions unchanged; and a remark for each kind.

    Text that is JSON as it stands is returned unchanged.
    """
    text = text.removeprefix("\ufeff")
    check_size(text)
    with suppress(ValueError, RecursionError):
        json.loads(text)
        return text, ()
    slips: dict[str, int] = {}
    for _ in range(ROUNDS):
        cut = PIECES.sub(lambda piece: _blank(piece, slips), text)
        if cut == text:
            break
        text = cut
    return text, tuple(_remark(kind, text, place) for kind, place in slips.items())


def _blank(piece: re.Match[str], slips: dict[str, int]) -> str:
    """Spaces for a comment or a comma, so that later places stay where they are; a text unchanged."""
    text = piece.group()
    if text.startswith('"'):
        return text
    slips.setdefault("comma" if text == "," else "comment", piece.start())
    return re.sub(r"[^\n]", " ", text)


def _remark(kind: str, text: str, place: int) -> Finding:
    line = text.count("\n", 0, place) + 1
    column = place - (text.rfind("\n", 0, place) + 1) + 1
    return info("form", f"line {line}", kind, "slip", line=line, column=column)


def numbers(config: dict[str, Any]) -> tuple[dict[str, Any], tuple[Finding, ...]]:
    """The config with numbers where its rotary entries hold text, and a remark for each."""
    changes = list(_texts(config, ""))
    mended_config = deepcopy(config) if changes else config
    remarks: list[Finding] = []
    for path, value in changes:
        *outer, name = path.split(".")
        place = reduce(lambda place, inner: place[inner], outer, mended_config)
        if len(remarks) < MOST_REMARKS:
            remarks.append(_as_number(path, place[name], value))
        place[name] = value
    return mended_config, tuple(remarks)


def _texts(place: dict[str, Any], path: str) -> Iterator[tuple[str, float]]:
    """Paths of texts that stand for numbers, with the numbers."""
    inside = path.rstrip(".").split(".")[-1] in STEP_OVER or any(f"{name}." in path for name in STEP_OVER)
    for name, value in place.items():
        if isinstance(value, dict) and (name in {*TEXT_PARTS, *STEP_OVER} or inside) and "." not in name:
            yield from _texts(value, f"{path}{name}.")
        elif isinstance(value, str) and name not in WORDS and (inside or name in COMMON | IN_BLOCKS):
            number = _number(value)
            if number is not None and "." not in name:
                yield f"{path}{name}", number


def _number(text: str) -> float | None:
    if len(text) > LONGEST or not NUMBER.fullmatch(text):
        return None
    return float(text) if set(text) & set(".eE") else int(text)


def _as_number(path: str, text: str, value: float) -> Finding:
    return error(
        "number_as_text",
        path,
        entry=name_of(path),
        text=json.dumps(text),
        value=value,
        setting=Written(name_of(path), value),
        patch=setting(path, value),
    )
