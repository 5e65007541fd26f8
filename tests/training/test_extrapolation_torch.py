"""Training learns, and what it makes is what core runs; `make torch` installs PyTorch and runs these tests."""

import json

import numpy as np
import pytest

from core.long_context.trained import curves
from core.long_context.trained.model import read_on
from core.long_context.trained.stored import FOLDER, LENGTH, as_tokens, held_out, model, stem, stretch_model

torch = pytest.importorskip("torch", reason="PyTorch is not installed: `make torch` runs these")
training = pytest.importorskip("training.extrapolation")

AFTER_20_STEPS = 3.2688  # nats; torch 2.13.0, seed 0, one thread
TEXT = [*((scheme, "") for scheme in (*curves.TEXT, "NoPE")), ("RoPE", "Linear"), ("RoPE", "YaRN")]


def test_twenty_steps_lower_the_loss_to_what_they_did_before():
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    rng = np.random.default_rng(0)
    samples = training.text_samples(as_tokens("".join(held_out())), rng, 16, 128)
    losses = training.train(training.start(training.TASKS["text"], "RoPE", rng), samples, 20, "RoPE")
    torch.set_num_threads(threads)
    assert losses[-1] < losses[0]
    assert losses[-1] == pytest.approx(AFTER_20_STEPS, abs=1e-3)


@pytest.mark.parametrize(("scheme", "rule"), TEXT)
def test_core_computes_the_logits_of_torch(scheme, rule):
    tokens, trained = as_tokens(held_out()[0][: 128 if scheme == "learned" else 512]), model("text", scheme)
    turn = training.rotation(rule, LENGTH) if rule else {}
    with torch.no_grad():
        parameters = training.loaded(FOLDER / f"{stem('text', scheme)}.npz")
        expected = training.logits(parameters, torch.from_numpy(tokens[None]), scheme, **turn)[0].numpy()
    scores, _ = read_on(stretch_model(trained, rule, training.FACTOR) if rule else trained, tokens)
    np.testing.assert_allclose(scores, expected, atol=1e-4)


def test_a_trial_of_the_larger_models_learns_and_writes_every_curve_that_the_room_shows(tmp_path):
    larger = pytest.importorskip("training.larger")
    book, made = tmp_path / "book", tmp_path / "curves.json"
    book.write_text("".join(f"Gen1:{number} {text}\n" for number, text in enumerate(held_out())), "ascii")
    larger.main([str(book), "--small", "--steps", "20", "--device", "cpu", "--to", str(made)])
    curves_made, stored = (json.loads(file.read_text("utf-8")) for file in (made, curves.LARGER.path))
    assert {"parameters", "steps", "seed", "device", "torch", "data", "code"} <= curves_made["provenance"].keys()
    assert curves_made["schemes"].keys() == stored["schemes"].keys()
    assert {name.replace("1,024", "32") for name in stored["rules"]} == curves_made["rules"].keys()
    blocks = [len(losses) for losses in curves_made["schemes"].values()]
    assert (min(blocks), max(blocks)) == (0, 24)  # from 32 on: a learned table has no further row; to 512
    assert max(curves_made["schemes"]["ALiBi"]) < np.log(128) - 1
