"""Models, texts and measurements as `training/extrapolation.py` stores them."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.frequencies import inverse_frequencies
from core.long_context.trained.model import Trained
from core.scaling import RULES
from core.schemes import SCHEMES

FOLDER = Path(__file__).with_name("models")
HEAD_DIM, BASE, LENGTH = 16, 10_000.0, 128  # rotary features of a head; RoPE's base; characters in training
ENCODINGS = ("table", "weights")  # learned ones: the argument of the scheme's function that takes them


@cache
def provenance(name: str) -> Mapping[str, Any]:
    """Where a model comes from: seed, steps, data, versions, and its losses when it had been trained."""
    return json.loads((FOLDER / f"{name}.json").read_text("utf-8"))


@cache
def model(name: str) -> Trained:
    """A model by the name of its files; its weights become float32."""
    origin = provenance(name)
    with np.load(FOLDER / f"{name}.npz", allow_pickle=False) as file:
        weights = {each: file[each].astype(np.float32) for each in file}
    embedding = weights["embedding"]
    weights.setdefault("unembedding", embedding.T / np.float32(np.sqrt(embedding.shape[1])))
    arrays = {each: weights.pop(each) for each in ENCODINGS if each in weights}
    trained = Trained(SCHEMES[origin["scheme"]], origin["length"], weights, origin["arguments"] | arrays)
    return under(trained, origin["rule"], **origin["options"]) if "rule" in origin else trained


def under(trained: Trained, name: str, *, sharpened: bool = True, **arguments: Any) -> Trained:
    """A model with RoPE under a scaling rule, with its attention factor or without."""
    plain = inverse_frequencies(HEAD_DIM, BASE)
    scaled = RULES[name].apply(plain, base=BASE, original=trained.length, **arguments)
    factor = scaled.attention_factor if sharpened else 1.0
    return replace(trained, arguments={**trained.arguments, "frequencies": scaled.inverse}, attention_factor=factor)


@cache
def alphabet() -> str:
    """All characters of the book, in the order of their numbers."""
    return str(_held_out()["alphabet"])


@cache
def held_out() -> NDArray[np.int_]:
    """Texts of the book that no model was trained on, shape (12, 2049), as numbers of characters."""
    return np.array([as_tokens(text) for text in _held_out()["texts"]])


def held_out_text(number: int) -> str:
    """One of these texts, 2,049 characters."""
    return str(_held_out()["texts"][number])


@cache
def _held_out() -> Mapping[str, Any]:
    return json.loads((FOLDER / "held_out.json").read_text("ascii"))


def as_text(tokens: Iterable[int]) -> str:
    """Characters by their numbers."""
    return "".join(alphabet()[each] for each in tokens)


def as_tokens(text: str) -> NDArray[np.int_]:
    """Numbers of a text's characters, shape (n,); one that the book does not have counts as a space."""
    symbols = alphabet()
    space = symbols.index(" ")
    return np.array([at if (at := symbols.find(each)) >= 0 else space for each in text], dtype=int)
