"""Defaults of the configuration classes of Hugging Face transformers, from `classes.json`."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from model_configs.keys import PARTIAL

NOTHING: Mapping[str, Any] = MappingProxyType({})
LINKS = ("part", "as", "merged")
"""Entries of a row other than defaults: the path of the language model in the config, the model type of that part,
and whether the row's values hold in a config that has the part too, else only where it is missing."""


@cache
def classes() -> Mapping[str, Mapping[str, Any]]:
    """Model type → default values of its language model by their usual names, read once.

    Types under "shares" rotate a share of a head if the config gives one, else the whole head.
    """
    table = json.loads((Path(__file__).parent / "classes.json").read_text("utf-8"))
    rows: dict[str, Mapping[str, Any]] = {name: MappingProxyType(row) for name, row in table["types"].items()}
    for name in " ".join(table["shares"]).split():
        rows[name] = MappingProxyType({PARTIAL: 1.0, **rows[name]})
    for scheme in ("axial", "other"):
        names = " ".join(table[scheme]).split()
        rows |= dict.fromkeys(names, MappingProxyType({"scheme": scheme.title()}))
    return MappingProxyType(rows)


@cache
def since_5() -> frozenset[str]:
    """Types of the table that transformers 4.57.1 does not know."""
    table = json.loads((Path(__file__).parent / "classes.json").read_text("utf-8"))
    return frozenset(" ".join(table["since_5"]).split())


def usual_part(model_type: str) -> str:
    """Path of the language model in configs of a type, such as "text_config"; "" where it is the whole config."""
    return str(classes().get(model_type, NOTHING).get("part", ""))


def usual_values(
    outer: str,  # model type of the whole config; "" where missing
    inner: str,  # model type of its language model; "" where missing
    *,
    has_part: bool,  # whether the config has that part
) -> tuple[str, Mapping[str, Any]]:  # values: empty for a type that is not known
    """Type of the language model, and its values where the config is silent."""
    whole = classes().get(outer, NOTHING)
    kind = inner or str(whole.get("as", outer))
    inner_row = classes().get(kind, NOTHING)
    holds = kind == outer or (kind == whole.get("as") and (whole.get("merged") or not has_part))
    outer_row = whole if holds else NOTHING
    return kind, {
        name: value for name, value in {**inner_row, **outer_row}.items() if name not in LINKS and value is not None
    }
