"""Models, texts and measurements as `training/extrapolation.py` stores them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.frequencies import inverse_frequencies
from core.long_context.trained.model import Model
from core.scaling import RULES
from core.schemes import SCHEMES

FOLDER = Path(__file__).with_name("models")
HEAD_DIM, BASE, LENGTH = 16, 10_000.0, 128  # rotary features of a head; RoPE's base; characters in training
BETA = 8  # at first: the released 32 is more turns than any pair makes in so short a text
ENCODINGS = ("table", "weights")  # learned ones: the argument of the scheme's function that takes them


@cache
def record(name: str) -> Mapping[str, Any]:
    """A file of the folder: where a model comes from, by the model's name; `held_out` texts; all `curves`."""
    return json.loads((FOLDER / f"{name}.json").read_text("utf-8"))


def stem(task: str, scheme: str, *fine_tuning: str, seed: int = 0) -> str:
    """Name of a model's files, without the ending."""
    return "_".join((task, scheme, *fine_tuning, str(seed))).lower()


@cache
def model(*names: str) -> Model:
    """A model by task, scheme, and rule and steps of further training."""
    with np.load(FOLDER / f"{stem(*names)}.npz", allow_pickle=False) as file:
        return assemble(record(stem(*names)), dict(file))


def assemble(origin: Mapping[str, Any], halves: Mapping[str, NDArray[np.float16]]) -> Model:
    """A model of what stands in its two files; its weights become float32."""
    weights = {each: values.astype(np.float32) for each, values in halves.items()}
    embedding = weights["embedding"]
    weights.setdefault("unembedding", embedding.T / np.float32(np.sqrt(embedding.shape[1])))
    arrays = {each: weights.pop(each) for each in ENCODINGS if each in weights}
    model = Model(SCHEMES[origin["scheme"]], origin["length"], weights, origin["arguments"] | arrays)
    if "rule" not in origin:
        return model
    return stretch_model(model, origin["rule"], origin["options"]["factor"], beta=origin["options"]["beta_fast"])


def stretch_model(model: Model, name: str, factor: int, *, beta: float = BETA, is_sharpened: bool = True) -> Model:
    """A model with RoPE under a rule for a text of factor times its trained length, sharpened by it or not."""
    # of 8 pairs, a ramp whose ends are moved to whole pairs would be the same for every beta
    ramp = {"beta": beta, "beta_fast": beta, "truncate": False}
    plain = inverse_frequencies(HEAD_DIM, BASE)
    rotation = RULES[name].apply(plain, base=BASE, original=model.length, factor=factor, **ramp)
    arguments = {**model.arguments, "frequencies": rotation.inverse}
    return replace(model, arguments=arguments, attention_factor=rotation.attention_factor if is_sharpened else 1.0)


def alphabet() -> str:
    """All characters of the book, in the order of their numbers."""
    return str(record("held_out")["alphabet"])


def held_out() -> Sequence[str]:
    """Texts of the book that no model was trained on, 12 of 2,049 characters."""
    return list(record("held_out")["texts"])


def as_tokens(text: str) -> NDArray[np.int_]:  # (n,)
    """Numbers of a text's characters; one that the book does not have counts as a space."""
    numbers = {symbol: number for number, symbol in enumerate(alphabet())}
    return np.array([numbers.get(each, numbers[" "]) for each in text], dtype=int)
