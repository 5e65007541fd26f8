"""What all readers see of the trained models: computed ahead by `python -m training.curves`, read from one file."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.long_context.trained.measurement import EDGES, between, block_means, repeated
from core.long_context.trained.model import Trained, logits, losses
from core.long_context.trained.stored import FOLDER, LENGTH, held_out, model, under
from core.scaling import by_parts, linear, ntk, unscaled, yarn
from core.scaling.yarn import BETA_FAST
from core.schemes import rope

TEXT = ("RoPE", "ALiBi", "sinusoidal", "T5", "learned", "NoPE")
FACTORS = (2, 4, 8, 16)  # times the trained length
RETRIEVAL = TEXT[:-1]  # NoPE does not learn it
TRAINED = 64  # tokens in training, for retrieval
RETRIEVAL_LENGTHS = (32, 64, 128, 256, 512, 1024)
LONG = 256  # tokens, for accuracy by the place of the key
BETAS = BETA_FAST.stops
BETA = 8  # at first: the released 32 is more turns than any pair makes in so short a text
COMPARED, BY_BETA = (linear.RULE.name, ntk.RULE.name), (by_parts.RULE.name, yarn.RULE.name)
TUNED_RULES, TUNED_FOR = tuple(each.RULE.name for each in (unscaled, linear, yarn)), 4 * LENGTH
RETRIEVAL_RULES = (*COMPARED, yarn.RULE.name)
WINDOW = "last 128 only"  # attention is cut to these


def stem(task: str, scheme: str, *tuned: str, seed: int = 0) -> str:
    """Name of a model's files, without the ending."""
    return "_".join((task, scheme, *tuned, str(seed))).lower()


def stretched(trained: Trained, name: str, factor: int, *, beta: int = BETA, sharpened: bool = True) -> Trained:
    """A model under a rule, for a text of factor times its trained length."""
    # of 8 pairs, a ramp whose ends are moved to whole pairs would be the same for every beta
    ramp = {"beta": beta, "beta_fast": beta, "truncate": False}
    return under(trained, name, sharpened=sharpened, factor=factor, **ramp)


def text_curve(
    trained: Trained,
    window: int | None = None,
    reach: int = EDGES[-1],  # positions; a learned table ends with its rows
) -> NDArray[np.float64]:  # nats, by block of positions
    """Mean loss over the held-out texts."""
    rows = len(trained.arguments.get("table", ())) or reach
    texts = held_out()[:, : min(reach, rows) + 1]
    return block_means(np.stack([losses(logits(trained, text[:-1], window), text) for text in texts]))


def retriever(name: str, length: int) -> Trained:
    """The retrieval model with an encoding, or the one with RoPE under a rule for a length."""
    if name not in RETRIEVAL_RULES:
        return model(stem("retrieval", name))
    rotary = model(stem("retrieval", rope.SCHEME.name))
    return stretched(rotary, name, max(1, length // rotary.length))


def accuracy(trained: Trained, length: int, count: int = 32) -> NDArray[np.float64]:  # (length / 2 - 1,) shares
    """Share of tokens of the repeated half that a model predicts, by the place of the key in the first half."""
    n = length // 2
    rows = repeated(np.random.default_rng(0), count, n)
    return np.mean([logits(trained, row[:-1])[n:].argmax(axis=1) == row[n + 1 :] for row in rows], axis=0)


@cache
def _stored() -> Mapping[str, Any]:
    return json.loads((FOLDER / "curves.json").read_text("utf-8"))


def part(name: str) -> Mapping[str, NDArray[np.float64]]:
    """The curves of a picture by name."""
    return {each: np.array(values) for each, values in _stored()[name].items()}


def spread(name: str, first: int, last: int) -> tuple[float, float]:
    """Least and greatest loss of an encoding at these positions, over three models from three seeds."""
    curves = [part("schemes")[name], *(part("seeds")[f"{name}, seed {seed}"] for seed in (1, 2))]
    means = [between(each, first, last) for each in curves]
    return min(means), max(means)


def sources_of_rules(factor: int, beta: int, *, sharpened: bool, cut: bool) -> dict[str, str]:
    """Which stored curve each rule has for a text of factor times the trained length; the last is the window's."""
    without_rule = key(unscaled.RULE.name, cut=cut)
    if factor == 1:
        return dict.fromkeys((unscaled.RULE.name, *COMPARED, *BY_BETA), without_rule) | {WINDOW: WINDOW}
    sources = {name: key(name, factor, cut=cut) for name in COMPARED}
    for name in BY_BETA:
        sources[name] = key(name, factor, beta=beta, sharpened=sharpened or name != yarn.RULE.name, cut=cut)
    return {unscaled.RULE.name: without_rule, **sources, WINDOW: WINDOW}


def key(
    name: str,
    number: int | None = None,  # factor of a rule, or steps of further training
    *,
    beta: int | None = None,
    sharpened: bool = True,
    cut: bool = False,  # whether attention is cut to the window
) -> str:
    """Name of a rule's curve in the file of curves."""
    parts = [name if number is None else f"{name} {number}", "" if beta is None else f"beta {beta}"]
    parts += ["" if sharpened else "no temperature", WINDOW if cut else ""]
    return ", ".join(filter(None, parts))
