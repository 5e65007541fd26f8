"""Cases of newer ideas for text, and of which layers of a model rotate."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from core.beyond_text.cope import cope
from core.beyond_text.newer_text import (
    distance_bank,
    learned_frequencies,
    learned_temperature,
    polar,
    polar_frequencies,
    stepped_temperature,
)
from core.model_config import read_config
from core.teach.golden.quantity import Quantity, single
from core.teach.golden.rotations import turned

Case = dict[str, Any]

NEWER = 4e-6
LAYERS = ("RoPE", "none", "no attention")


def contextual(case: Case) -> Iterator[Quantity]:
    """CoPE; what stands above the diagonal is for keys that a query does not see."""
    logits = np.array(case["logits (future keys: -1e30)"], float)
    past = np.tri(len(logits)) > 0
    vectors = np.array(case["pos_emb"], float)[: case["max_pos"]]
    yield Quantity(
        "added_to_logits",
        np.array(case["added_to_logits"], float)[past],
        lambda: cope(case["query"], np.where(past, logits, 0), vectors)[past],
        2 * NEWER,
    )


def llama4(case: Case) -> Iterator[Quantity]:
    """Factor on queries of positions one after the other."""
    positions = case["first_position"] + np.arange(len(case["scale"]))
    options = {"floor_scale": case["floor_scale"], "attn_scale": case["attn_scale"]}
    yield Quantity("scale", case["scale"], lambda: stepped_temperature(positions, **options), NEWER)


def pope(case: Case) -> Iterator[Quantity]:
    """Polar features."""
    dim, base, positions = case["dim"], case["base"], case["positions"]
    yield Quantity("frequencies", case["frequencies"], lambda: polar_frequencies(dim, base), NEWER)
    longest = np.log1p(np.exp(np.max(case["x"])))  # of the vectors
    within = max(1.0, longest) * single(NEWER, positions)
    yield Quantity("encoded", case["encoded"], lambda: polar(case["x"], positions, base=base), within)


def inkling(case: Case) -> Iterator[Quantity]:
    """A bank of profiles, cut at its extent."""
    bank = np.array(case["proj"], float)[:, : case["rel_extent"]]
    mixtures = case["relative_states [query][head]"]
    yield Quantity("bias", case["bias"], lambda: distance_bank(mixtures, bank), NEWER)


def lerope(case: Case) -> Iterator[Quantity]:
    """Learned factors on the frequencies."""
    turning = learned_frequencies(case["positions"], case["alpha"], base=case["rope_theta"])
    yield from turned(case, turning, NEWER)


def temperature(case: Case) -> Iterator[Quantity]:
    """A learned factor on the queries of each head."""
    arguments = case["positions"], case["scale"], case["bias"]
    yield Quantity("factor", case["factor"], lambda: learned_temperature(*arguments), NEWER)


def layers(case: Case) -> Iterator[Quantity]:
    """Which layers rotate, by number: RoPE, attention without it, no attention."""
    yield Quantity(
        "layers",
        [LAYERS.index(layer) for layer in case["layers"]],
        lambda: [LAYERS.index(layer.position) for layer in read_config(case["config"]).stack],
    )


READERS: Mapping[str, Callable[[Case], Iterator[Quantity]]] = {
    "CoPE": contextual,
    "Llama 4 query scale": llama4,
    "PoPE": pope,
    "Inkling relative logits": inkling,
    "LeRoPE": lerope,
    "mistral_large4 softmax scaling": temperature,
}
