"""How trained models read a text, letter by letter, and what they write after it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.long_context.trained.curves import YARN
from core.long_context.trained.model import Cache, Model, losses, read_on
from core.long_context.trained.stored import LENGTH, alphabet, as_tokens, held_out, model, stretch_model
from core.numeric.once import computed_once

FILE = Path(__file__).with_name("reading.json")
MOST, TAIL = 4 * LENGTH, 40  # characters: of a text; of what is written after it
STOPS = range(16, MOST + 1, 16)  # characters of the example, after which every reader writes on
READERS = ("RoPE", f"RoPE, {YARN}", "ALiBi", "sinusoidal", "NoPE")


@dataclass(frozen=True)
class Reading:
    """What a model makes of a text."""

    losses: NDArray[np.float32]  # (n - 1,) nats, of each character but the first
    written: Mapping[int, str]  # after so many characters


def example() -> str:
    """A passage of the book that no model was trained on."""
    return held_out()[0][:MOST]


def read(text: str, name: str) -> Reading:
    """How a reader reads a text, of which the beginning is read: the example as it is stored, else computed."""
    if text == example():
        return _stored()[name]
    return Reading(losses_of(text, name), {len(text[:MOST]): written_on(text, name)})


@cache
def _stored() -> Mapping[str, Reading]:
    readings = json.loads(FILE.read_text("utf-8"))
    return {
        name: Reading(np.array(each["losses"], np.float32), dict(zip(STOPS, each["written"], strict=True)))
        for name, each in readings.items()
    }


def model_for(name: str, length: int) -> Model:
    """A model by its name, with the rule for a text of that length in characters."""
    scheme, _, rule = name.partition(", ")
    trained_model = model("text", scheme)
    return stretch_model(trained_model, rule, max(1, -(-length // LENGTH))) if rule else trained_model


@computed_once(most=64)  # 0.05 s of processor time and 2 kB for the longest text
def losses_of(text: str, name: str) -> NDArray[np.float32]:
    """Loss of each character but the first of a text, of which the beginning is read, nats."""
    tokens = as_tokens(text[:MOST])
    return losses(model_for(name, len(tokens)), tokens)


@computed_once(most=64)  # 0.1 s for the longest text
def written_on(text: str, name: str) -> str:
    """What a model writes after a text, of which the beginning is read."""
    return continuation(text[:MOST], model_for(name, len(text[:MOST])))


def continuation(text: str, trained_model: Model) -> str:
    """What a model writes after a text: always its most probable character."""
    tokens, written = as_tokens(text), ""
    cache: Cache = ()
    for _ in range(TAIL):
        scores, cache = read_on(trained_model, tokens, cache)
        tokens = scores[-1:].argmax(axis=1)
        written += alphabet()[tokens[0]]
    return written
