"""The scripts of Home, Sentence, Add or concatenate and NoPE compute what the rooms show."""

import numpy as np
import pytest

from core.schemes.analysis.causal_probe import PROBED_POSITIONS, Experiment, probe_positions
from core.schemes.analysis.uniform_attention import log_spaced_positions, shares_of_first, uniform_weights
from core.schemes.sinusoidal import sinusoidal
from core.words.embedding import embed
from core.words.energy import variances
from core.words.orders import compare_orders
from core.words.read_back import Way, read_back
from core.words.sentence import model_inputs, swap_words
from core.words.survival import survival
from core.words.tokens import tokens
from tests.take_away.calling import columns_of_scripts

ENCODING = {"base": 500.5, "scale": 2.5}
SHORT = "Don't stop: the Cat sees the cat"
CONDITIONS = {
    "causal mask, special first token": (True, True),
    "causal mask, no special first token": (True, False),
    "no mask, special first token": (False, True),
}


def two_orders(d_model=512, **encoding):
    found = compare_orders(d_model, **encoding)
    columns = {"position in 1": np.arange(len(found.partners)), "position in 2": found.partners}
    for name, outputs in (("without", found.without_position), ("with", found.with_position)):
        for number, values in ((1, outputs.first), (2, outputs.second)):
            columns |= {f"{name}, output {cell + 1}, sentence {number}": each for cell, each in enumerate(values.T)}
    return columns


def token_rows(text, d_model, seed, scaled, **encoding):
    features = min(64, d_model)
    parts = model_inputs(tokens(text), d_model, seed=seed, scaled=scaled, dimensions=features, **encoding)
    count = len(parts.embedding)
    places = {"position": np.repeat(np.arange(count), features), "dimension": np.tile(np.arange(features), count)}
    return places | {name: getattr(parts, name).ravel() for name in ("embedding", "encoding", "sum")}


def circle(text, word, pair, length, d_model, seed, scaled, **encoding):
    x, y = embed(tokens(text), d_model, seed=seed, scaled=scaled)[word, 2 * pair : 2 * pair + 2]
    hand = sinusoidal(length, d_model, **encoding)[:, 2 * pair : 2 * pair + 2]
    return {"position": np.arange(length), "sum, sine": x + hand[:, 0], "sum, cosine": y + hand[:, 1]}


def swap(text, swapped, d_model, seed, scaled, **encoding):
    found = swap_words(tokens(text), *swapped, d_model, seed=seed, scaled=scaled, **encoding)
    return {
        "position after the swap": found.partners,
        "change without position": found.without_position.differences,
        "change with position": found.with_position.differences,
    }


def read_back_columns(widths, seed, **encoding):
    found = [read_back(way, d_model, seed=seed, **encoding) for d_model in widths for way in Way]
    return {name: [getattr(each, name) for each in found] for name in ("d_model", "position", "word", "error")}


def layers(seed, **encoding):
    names = {(True, False): "residual", (False, False): "no residual"}
    names |= {(residual, True): f"{name}, word × √d" for (residual, _), name in names.items()}
    return {
        name: survival(residual=residual, scaled=scaled, seed=seed, **encoding).exact[: 7 if residual else 2]
        for (residual, scaled), name in names.items()
    }


def shares(length):
    t = log_spaced_positions(length, 128)
    return {"t": t, "received": shares_of_first(t), "read back as t": 1 / shares_of_first(t)}


def readings(seed):
    found = {name: probe_positions(Experiment(*each, seed)).median for name, each in CONDITIONS.items()}
    return {"t": PROBED_POSITIONS} | found


def explained(seed):
    return {name: probe_positions(Experiment(*each, seed)).explained for name, each in CONDITIONS.items()}


DEFAULT = "I am playing with the brown ball and my brother is playing with the red ball"
OTHER = {"sentence": SHORT, "embedding_seed": 3, "sqrt_d_model": False, "d_model": 67} | ENCODING
CASES = [
    ("home/two_orders", {}, two_orders()),
    ("home/two_orders", {"d_model": 67, **ENCODING}, two_orders(67, **ENCODING)),
    ("sentence/token_rows", {}, token_rows(DEFAULT, 512, 0, True)),
    ("sentence/token_rows", OTHER, token_rows(SHORT, 67, 3, False, **ENCODING)),
    ("sentence/circle", {}, circle(DEFAULT, 2, 0, 128, 512, 0, True)),
    (
        "sentence/circle",
        OTHER | {"word": 4, "pair": 5, "length": 40},
        circle(SHORT, 4, 5, 40, 67, 3, False, **ENCODING),
    ),
    ("sentence/swap", {}, swap(DEFAULT, (5, 14), 512, 0, True)),
    (
        "sentence/swap",
        OTHER | {"swapped": [1, 5]},
        swap(SHORT, (1, 5), 67, 3, False, **ENCODING),
    ),
    ("concatenate/energy", {}, {"dimension": np.arange(512), "variance": variances(128, 512)}),
    ("concatenate/energy", {"length": 9, "d_model": 67} | ENCODING, {"variance": variances(9, 67, **ENCODING)}),
    ("concatenate/energy", {"length": 1}, {"variance": variances(1, 512)}),
    ("concatenate/read_back", {"widths": [8, 64]}, read_back_columns((8, 64), 0)),
    ("concatenate/read_back", {"widths": [9], "seed": 5} | ENCODING, read_back_columns((9,), 5, **ENCODING)),
    ("concatenate/layers", {}, layers(0)),
    ("concatenate/layers", {"seed": 5} | ENCODING, layers(5, **ENCODING)),
    ("nope/weights", {}, {f"token {j + 1}": row for j, row in enumerate(uniform_weights(8).T)}),
    ("nope/shares", {}, shares(128)),
    ("nope/shares", {"length": 1_048_576}, shares(1_048_576)),
    ("nope/readings", {}, readings(0)),
    ("nope/readings", {"seed": 5}, readings(5)),
    ("nope/explained", {}, explained(0)),
    ("nope/explained", {"seed": 5}, explained(5)),
]


@pytest.fixture(scope="module")
def computed():
    return columns_of_scripts([(path, given) for path, given, _ in CASES])


@pytest.mark.parametrize("case", range(len(CASES)), ids=[f"{path} {sorted(given)}" for path, given, _ in CASES])
def test_a_script_computes_the_columns_of_its_picture(computed, case):
    columns, (_, _, expected) = computed[case], CASES[case]
    assert set(expected) <= set(columns)
    for name, values in expected.items():
        found = np.array(columns[name], float)[: len(values)]  # without residuals deeper layers are all rounding
        np.testing.assert_allclose(found, values, rtol=1e-9, atol=1e-11, err_msg=name)
