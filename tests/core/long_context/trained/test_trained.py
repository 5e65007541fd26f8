"""Trained models in plain NumPy: golden values of PyTorch, provenance, and the curves that readers see."""

import hashlib
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from core.long_context.trained import curves
from core.long_context.trained.measurement import EDGES, between, block_means, middles
from core.long_context.trained.model import logits, losses
from core.long_context.trained.stored import FOLDER, LENGTH, alphabet, as_tokens, held_out, model, provenance
from core.scaling import yarn

GOLDEN = Path(__file__).with_name("logits.npz")  # of PyTorch 2.13.0, by training/golden_logits.py
NAMES = sorted(file.stem for file in FOLDER.glob("*.npz"))
ROPE = curves.stem("text", "RoPE")


def test_the_models_are_those_of_the_room_and_small():
    text = [curves.stem("text", scheme) for scheme in curves.TEXT]
    tuned = [
        curves.stem("text", "RoPE", rule.lower(), steps) for rule in curves.TUNED_RULES for steps in ("25", "50")
    ]
    retrieval = [curves.stem("retrieval", scheme) for scheme in curves.RETRIEVAL]
    assert sorted(text + tuned + retrieval) == NAMES
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) < 5_000_000


@pytest.mark.parametrize("name", NAMES)
def test_provenance_names_the_weights_and_numpy_repeats_what_was_measured(name):
    said = provenance(name)
    assert hashlib.sha256((FOLDER / f"{name}.npz").read_bytes()).hexdigest() == said["npz"]
    assert {"seed", "steps", "torch", "numpy", "code", "data"} <= said.keys()
    trained = model(name)
    if said["task"] == "retrieval":
        result = curves.accuracy(trained, said["length"], 16).mean()
        np.testing.assert_allclose(result, said["held out"][0], atol=5e-3)  # two of 496 tokens
        return
    texts = held_out()[:, : LENGTH + 1]  # at their whole length they take 3 s a model
    result = block_means(np.stack([losses(logits(trained, text[:-1]), text) for text in texts]))
    np.testing.assert_allclose(result, said["held out"][: len(result)], atol=1e-3)


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("text")])
def test_logits_are_those_of_torch(name):
    with np.load(GOLDEN) as golden:
        wanted = golden[name]  # the last three positions
    tokens = held_out()[0][: LENGTH if "learned" in name else 4 * LENGTH]
    np.testing.assert_allclose(logits(model(name), tokens)[-3:], wanted, atol=1e-4)


def test_later_tokens_change_nothing_before_them():
    tokens = held_out()[1][:300]
    for scheme in ("RoPE", "T5", "sinusoidal"):
        trained = model(curves.stem("text", scheme))
        np.testing.assert_allclose(logits(trained, tokens)[:99], logits(trained, tokens[:99]), atol=1e-4)


def test_a_window_as_long_as_the_text_changes_nothing_and_a_short_one_hides_the_start():
    trained, tokens = model(ROPE), held_out()[2][:200]
    np.testing.assert_array_equal(logits(trained, tokens, window=200), logits(trained, tokens))
    other = tokens.copy()
    other[:20] = 0
    one, two = (logits(trained, each, window=20) for each in (tokens, other))
    np.testing.assert_array_equal(one[100:], two[100:])  # three layers of 20 tokens
    assert not np.allclose(one[20:60], two[20:60])


def test_a_text_of_2048_tokens_needs_at_most_40_mb():
    trained, tokens = model(ROPE), held_out()[0][:-1]
    tracemalloc.start()
    logits(trained, tokens)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 40e6


def remade():
    """Curves made again, one of each kind."""
    rope = model(ROPE)
    yield "tuned", "YaRN 25", curves.text_curve(model(curves.stem("text", "RoPE", "yarn", "25")))
    yield "schemes", "ALiBi", curves.text_curve(model(curves.stem("text", "ALiBi")))
    yield "rules", curves.WINDOW, curves.text_curve(rope, window=LENGTH)
    yield "rules", curves.key("YaRN", 4, beta=8), curves.text_curve(curves.stretched(rope, "YaRN", 4))

    yield "retrieval", "ALiBi", accuracies("ALiBi", curves.RETRIEVAL_LENGTHS[:4])
    yield "retrieval", "YaRN", accuracies("YaRN", curves.RETRIEVAL_LENGTHS[:4])
    yield "places", "T5", block_means(curves.accuracy(curves.retriever("T5", curves.LONG), curves.LONG)[None])


def accuracies(name, lengths):
    return np.array([curves.accuracy(curves.retriever(name, length), length).mean() for length in lengths])


def test_curves_are_remade_from_the_shipped_weights():
    for part, name, made in remade():
        np.testing.assert_allclose(curves.part(part)[name][: len(made)], made, atol=2e-3, err_msg=name)


def test_every_rule_has_a_curve_for_every_stop():
    for factor in (1, *curves.FACTORS):
        for beta in curves.BETAS:
            for sharpened in (True, False):
                result = curves.under_rules(curves.sources_of_rules(factor, beta, sharpened=sharpened))
                assert {len(values) for values in result.values()} == {len(EDGES) - 1}
    assert yarn.RULE.name in result


def test_blocks_of_positions_end_where_training_does():
    assert {LENGTH, 2 * LENGTH, 16 * LENGTH} <= {*EDGES}
    np.testing.assert_array_equal(block_means(np.arange(2048.0)[None]), middles(26) - 0.5)
    assert between(middles(26) - 0.5, 128, 256) == np.arange(128, 256).mean()
    assert np.isnan(between(middles(9), 128, 256))


def test_a_character_that_the_book_does_not_have_counts_as_a_space():
    assert "".join(alphabet()[at] for at in as_tokens("And God\n©9")) == "And God\n  "
