"""Settings of training programs as YAML, axolotl, LLaMA-Factory, TRL: model, lengths and rotary entries."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

from core.config.forms import overrides
from core.config.forms.command_line import which_model
from core.config.forms.form import Form
from core.config.known import known
from core.inputs.entries import LARGEST
from core.inputs.finding import Finding

MODELS = ("base_model", "model_name_or_path")
LENGTHS = ("sequence_len", "cutoff_len", "max_seq_length", "max_seq_len", "max_length", "model_max_length")
BLOCKS = ("overrides_of_model_config", "overrides_of_model_kwargs", "model_init_kwargs")
NAMED = re.compile(rf"^(?:{'|'.join(MODELS)})[ ]*:", re.MULTILINE)
LINE = re.compile(r"^([ ]*)([\w.-]{1,60})[ ]*:(?:[ ]+([^#\n]*))?")
LONGEST, LONGEST_VALUE, DEEPEST = 200_000, 2_000, 8  # characters, and objects within each other


def matches(text: str) -> bool:
    """Whether a text is such a file."""
    return len(text) <= LONGEST and text.lstrip()[:1] != "{" and NAMED.search(text) is not None


def config(text: str) -> tuple[dict[str, Any], tuple[Finding, ...], Form]:
    """The config of the model that the settings name, with their changes applied."""
    told = _mapping(text)
    named = next((str(told[name]) for name in MODELS if name in told), "")
    model, length = known(named), next((told[name] for name in LENGTHS if name in told), None)
    target = length if type(length) is int and 2 <= length <= LARGEST else None
    option = next((name for name in BLOCKS if isinstance(told.get(name), dict)), "rope_scaling")
    changed = told.get(option)
    override = changed if option != "rope_scaling" else {option: changed} if isinstance(changed, dict) else {}
    by_itself = (
        isinstance(changed, str) and option == "rope_scaling"
    )  # the program takes the factor from the length
    form = Form(option, "", option, override or {}, named, model is not None, None if by_itself else target)
    if model is None:
        return {"position_embedding_type": "rope", "head_dim": 128} | (override or {}), (which_model(named),), form
    whole, remarks, right = overrides.applied(model, override or {}, option)
    return whole, remarks, replace(form, override=right)


def _mapping(text: str) -> dict[str, Any]:
    """The objects and plain values of YAML; lists are passed over."""
    whole: dict[str, Any] = {}
    places: list[tuple[int, dict[str, Any]]] = [(-1, whole)]
    for line in text.split("\n"):
        told = LINE.match(line)
        if told is None:
            continue
        indent, value = len(told[1]), (told[3] or "").strip()
        while places[-1][0] >= indent:
            places.pop()
        held = places[-1][1]
        if value or len(places) > DEEPEST:
            held[told[2]] = _value(value)
        else:
            inner: dict[str, Any] = {}
            held[told[2]] = inner
            places.append((indent, inner))
    return whole


def _value(text: str) -> Any:
    if text.startswith("{") and len(text) <= LONGEST_VALUE:
        pairs = re.findall(r"(?<![\w.-])([\w.-]{1,60})[\"']?[ ]*:[ ]*([^,{}]+)", text)
        return {name: _value(value.strip()) for name, value in pairs}
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text.strip("'\"")
