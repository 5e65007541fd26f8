"""Settings of training programs: YAML of axolotl, LLaMA-Factory and TRL, their commands, and a call of Unsloth."""

import ast
import json
import re
from contextlib import suppress
from typing import Any

from model_configs.entries import LARGEST
from model_configs.forms.form import UsualForm
from model_configs.forms.options import options_of, split
from model_configs.forms.overrides import read_override
from model_configs.keys import STEP_OVER, THETA
from model_configs.known_models import known_model

OLD = STEP_OVER[0]
MODELS = ("base_model", "model_name_or_path", "model_name", "model")
LENGTHS = (
    "sequence_len", "cutoff_len", "max_seq_length", "max_seq_len", "max_length", "model_max_length",
    "max_model_len",
)  # fmt: skip
AXOLOTL, TRL, FACTORY = "overrides_of_model_config", "model_init_kwargs", f"{OLD}: yarn"
"""Where a program takes entries of the config; LLaMA-Factory takes a rule's name and the length."""

BLOCKS = (AXOLOTL, "overrides_of_model_kwargs", TRL)
MODEL_LINE = re.compile(rf"^(?:{'|'.join(MODELS[:2])})[ ]*:", re.MULTILINE)
COMMAND = re.compile(r"(?:^|[\s/])(?:(swift)|trl|llamafactory-cli|axolotl)\s+[a-z]\w*\b")
CALL = re.compile(r"Fast\w{0,20}Model\s*\.\s*from_pretrained\s*\(")
LINE = re.compile(r"^([ ]*)([\w.-]{1,60})[ ]*:(?:[ ]+([^#\n]*))?")
LONGEST, LONGEST_VALUE, DEEPEST = 200_000, 2_000, 8  # characters, and objects within each other


def matches(text: str) -> bool:
    """Whether a text is such a file, command or call."""
    if len(text) > LONGEST or text.lstrip()[:1] == "{":
        return False
    return any(form.search(text) for form in (MODEL_LINE, COMMAND, CALL))


def config(text: str) -> UsualForm:
    """The config of the model that is named, under what the settings change in it."""
    if call := CALL.search(text):
        return _from_settings(_keywords(text[call.end() :]), "{}=")
    if command := COMMAND.search(text):
        options = options_of(split(text))
        settings = {name.lstrip("-").replace("-", "_"): _value(value) for name, value in options.items()}
        return _from_settings(settings, "--{}", keeps_base=bool(command[1]))
    return _from_settings(_mapping(text), "{}")


def _from_settings(options: dict[str, Any], sign: str, *, keeps_base: bool = False) -> UsualForm:
    model_name = next((str(options[name]) for name in MODELS if name in options), "")
    length = next((options[name] for name in LENGTHS if name in options), None)
    target = length if type(length) is int and 2 <= length <= LARGEST else None
    block, model = options.get(OLD), known_model(model_name)
    name = next((name for name in BLOCKS if isinstance(options.get(name), dict)), "")
    override = dict(options[name]) if name else {OLD: block} if isinstance(block, dict) else {}
    if keeps_base and override and model:  # ms-swift
        override = {OLD: {each: model.config[each] for each in THETA[:1] if each in model.config} | override[OLD]}
    if isinstance(block, str) or "=" in sign:  # the program takes the factor from the length
        target = None
    usual = FACTORY if "cutoff_len" in options else AXOLOTL if MODELS[0] in options else OLD if keeps_base else TRL
    return read_override(sign.format(name or (OLD if override else usual)), model_name, override, target)


def _keywords(text: str) -> dict[str, Any]:
    """The arguments of a call that are plain values; the first without a name is the model's."""
    depth, end = 1, 0
    while depth and end < min(len(text), LONGEST_VALUE):
        depth += (text[end] in "([{") - (text[end] in ")]}")
        end += 1
    arguments: dict[str, Any] = {}
    with suppress(SyntaxError, ValueError, MemoryError, RecursionError):
        call = ast.parse(f"f({text[:end]}", mode="eval").body
        for name, value in _arguments(call):
            with suppress(ValueError):
                arguments[name] = ast.literal_eval(value)
    return arguments


def _arguments(call: ast.expr) -> list[tuple[str, ast.expr]]:
    if not isinstance(call, ast.Call):
        return []
    first = [(MODELS[2], each) for each in call.args[:1]]
    return first + [(each.arg or "", each.value) for each in call.keywords]


def _mapping(text: str) -> dict[str, Any]:
    """The objects and plain values of YAML; lists are passed over."""
    whole: dict[str, Any] = {}
    places: list[tuple[int, dict[str, Any]]] = [(-1, whole)]
    for line in text.split("\n"):
        match = LINE.match(line)
        if match is None:
            continue
        indent, value = len(match[1]), (match[3] or "").strip()
        while places[-1][0] >= indent:
            places.pop()
        innermost = places[-1][1]
        if value or len(places) > DEEPEST:
            innermost[match[2]] = _value(value)
        else:
            inner: dict[str, Any] = {}
            innermost[match[2]] = inner
            places.append((indent, inner))
    return whole


def _value(text: str) -> Any:
    with suppress(ValueError, RecursionError):
        return json.loads(text)
    if text.startswith("{") and len(text) <= LONGEST_VALUE:
        pairs = re.findall(r"(?<![\w.-])([\w.-]{1,60})[\"']?[ ]*:[ ]*([^,{}]+)", text)
        return {name: _value(value.strip()) for name, value in pairs}
    return text.strip("'\"")
