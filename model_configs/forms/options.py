"""The options of a command line, with their values."""

import json
import shlex
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from model_configs.entries import LARGEST as MOST_TOKENS
from model_configs.entries import ConfigError

LENGTHS = ("--max-model-len", "--context-length", "-c", "--ctx-size")
MODELS = ("--model-path", "--model", "-m", "-hf", "--hf-repo", "-hfr")
SLOTS, UNIFIED = ("-np", "--parallel"), ("-kvu", "--kv-unified")
MOST_SLOTS = 4096
AUTOMATIC = ("auto", "-1")  # the length of the file
VARIABLE = "$"  # before the name of one whose value the file does not hold
MULTIPLES = {"k": 10**3, "m": 10**6, "K": 2**10, "M": 2**20}  # behind the number, in vLLM
LARGEST = 1e300  # of a number; not even NaN is below


def split(text: str) -> list[str]:
    """The words of a line, as a shell splits them."""
    try:
        return shlex.split(text.replace("\\\n", " ").replace("\\\r\n", " "), comments=True)
    except ValueError as error:
        raise ConfigError("command line", f"one that a shell can split ({error})", text) from None


def options_of(words: list[str]) -> dict[str, str]:
    """Options with their values; of a repeated one, the last."""
    options: dict[str, str] = {}
    for place, word in enumerate(words):
        if word.startswith("-"):
            name, sign, value = word.partition("=")
            after = words[place + 1] if place + 1 < len(words) else ""
            first, dot, inside = name.partition(".")
            options[first.replace("_", "-") + dot + inside] = (
                value if sign else "" if after.startswith("--") else after
            )
    return options


def model_of(words: list[str], options: dict[str, str]) -> str:
    """The name or path of the model; "" where the command gives none."""
    model = next((options[name] for name in MODELS if options.get(name)), "")
    after_serve = (after for word, after in pairwise(words) if word == "serve" and after[:1] != "-")
    return model or next(after_serve, "")


def length(options: Mapping[str, str]) -> dict[str, Any]:
    """The claimed length by its usual name; empty without such an option."""
    name = next((each for each in LENGTHS if each in options), None)
    if name is None or options[name] in AUTOMATIC or options[name].startswith(VARIABLE):
        return {}
    digits, times = options[name][:-1], MULTIPLES.get(options[name][-1:])
    is_shortened = times is not None and name == LENGTHS[0]
    tokens = round(times * number({name: digits}, name)) if is_shortened and times else number(options, name)
    if tokens != 0 and not (2 <= tokens <= MOST_TOKENS and tokens == int(tokens)):  # 0 stands for that of the file
        raise ConfigError(name, f"followed by a whole number from 2 to {MOST_TOKENS:,}", options[name])
    return {"max_position_embeddings": tokens}


def slots(options: Mapping[str, str]) -> int:
    """Texts that a server of llama.cpp works on at once; 1 where it decides itself, and then lets them share."""
    name = next((each for each in SLOTS if options.get(each, AUTOMATIC[1]) not in AUTOMATIC), None)
    if name is None or options[name].startswith(VARIABLE):
        return 1
    count = number(options, name)
    if not (1 <= count <= MOST_SLOTS and count == int(count)):
        raise ConfigError(name, f"followed by a whole number from 1 to {MOST_SLOTS:,}", options[name])
    return int(count)


def number(options: Mapping[str, str], name: str) -> float:
    """The number behind an option."""
    try:
        value: float = json.loads(options[name])
    except ValueError:
        value = float("nan")
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < LARGEST:
        raise ConfigError(name, "followed by a number", options[name] or None)
    return value
