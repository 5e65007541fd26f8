"""Trained models in plain NumPy: golden values of PyTorch, provenance, and the curves that readers see."""

import hashlib
import tracemalloc

import numpy as np
import pytest

from core.long_context.trained import curves
from core.long_context.trained.measurement import EDGES, between, block_means, middles
from core.long_context.trained.model import logits, losses, read_on
from core.long_context.trained.stored import FOLDER, LENGTH, alphabet, as_tokens, held_out, model, provenance
from training.curves import LOSSES

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
def test_provenance_names_the_weights_and_numpy_repeats_what_torch_measured(name):
    record, trained = provenance(name), model(name)
    assert hashlib.sha256((FOLDER / f"{name}.npz").read_bytes()).hexdigest() == record["npz"]
    assert {"seed", "steps", "torch", "numpy", "code", "data"} <= record.keys()
    if record["task"] == "retrieval":
        accuracy = curves.accuracy(trained, record["length"], 16).mean()
        np.testing.assert_allclose(accuracy, record["held out"][0], atol=5e-3)  # two of 496 tokens
        return
    texts = held_out()[:, : LENGTH + 1]  # at their whole length they take 3 s a model
    means = block_means(np.stack([losses(logits(trained, text[:-1]), text) for text in texts]))
    np.testing.assert_allclose(means, record["held out"][: len(means)], atol=1e-3)
    tokens = held_out()[0][: LENGTH if "learned" in name else 4 * LENGTH]
    np.testing.assert_allclose(logits(trained, tokens)[-1], record["last logits"], atol=1e-4)


@pytest.mark.parametrize("scheme", ["RoPE", "T5", "sinusoidal"])
def test_reading_on_from_cached_keys_is_reading_the_whole(scheme):
    tokens, trained = held_out()[1][:600], model(curves.stem("text", scheme))
    parts, cache = [], ()
    for part in np.split(tokens, [300, 301]):  # the last one is longer than a block of queries
        scores, cache = read_on(trained, part, cache)
        parts.append(scores)
    np.testing.assert_allclose(np.concatenate(parts), logits(trained, tokens), atol=1e-4)


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


@pytest.mark.parametrize("part", LOSSES)
def test_every_curve_is_remade_from_the_shipped_weights_past_the_trained_length(part):
    stored = curves.part(part)
    for name, trained, window in LOSSES[part]():
        curve = curves.text_curve(trained, window, LENGTH + 32)
        np.testing.assert_allclose(stored.pop(name)[: len(curve)], curve, atol=2e-3, err_msg=name)
    assert not stored


def remade():
    """Curves recomputed to their ends, one of each kind."""
    yarn = curves.stretched(model(ROPE), "YaRN", 4)
    yield "schemes", "ALiBi", curves.text_curve(model(curves.stem("text", "ALiBi")))
    yield "rules", curves.key("YaRN", 4, beta=8, cut=True), curves.text_curve(yarn, window=LENGTH)
    yield "places", "T5", block_means(curves.accuracy(curves.retriever("T5", curves.LONG), curves.LONG)[None])
    for name in (*curves.RETRIEVAL, *curves.RETRIEVAL_RULES):
        lengths = curves.RETRIEVAL_LENGTHS[: 2 if name == "learned" else 3]
        yield "retrieval", name, np.array([curves.accuracy(curves.retriever(name, n), n).mean() for n in lengths])


def test_curves_are_remade_from_the_shipped_weights():
    for part, name, curve in remade():
        np.testing.assert_allclose(curves.part(part)[name][: len(curve)], curve, atol=2e-3, err_msg=name)


@pytest.mark.parametrize("cut", [False, True])
def test_every_rule_has_a_curve_for_every_stop(cut):
    stored = curves.part("rules")
    for factor in (1, *curves.FACTORS):
        for beta in curves.BETAS:
            for sharpened in (True, False):
                sources = curves.sources_of_rules(factor, beta, sharpened=sharpened, cut=cut)
                assert {len(stored[source]) for source in sources.values()} == {len(EDGES) - 1}


def test_blocks_of_positions_end_where_training_does():
    assert {LENGTH, 2 * LENGTH, 16 * LENGTH} <= {*EDGES}
    np.testing.assert_array_equal(block_means(np.arange(2048.0)[None]), middles(26) - 0.5)
    assert between(middles(26) - 0.5, 128, 256) == np.arange(128, 256).mean()
    assert np.isnan(between(middles(9), 128, 256))


def test_a_character_that_the_book_does_not_have_counts_as_a_space():
    assert "".join(alphabet()[at] for at in as_tokens("And God\n©9")) == "And God\n  "
