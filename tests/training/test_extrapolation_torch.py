"""Training learns, and what it makes is what core runs; `make torch` installs PyTorch and runs these tests."""

from importlib.util import find_spec

import numpy as np
import pytest

from core.long_context.trained import curves, model, stored

pytestmark = pytest.mark.skipif(not find_spec("torch"), reason="PyTorch is not installed: `make torch` runs these")

AFTER_20_STEPS = 3.2688  # nats; torch 2.13.0, seed 0, one thread
TEXT = [*curves.TEXT, *((curves.TEXT[0], rule) for rule in ("Linear", "YaRN"))]


def test_twenty_steps_lower_the_loss_to_what_they_did_before():
    import torch

    from training import extrapolation

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    rng, tokens = np.random.default_rng(0), stored.held_out().ravel()
    samples = extrapolation.text_samples(tokens, rng, 16, 128)
    losses = extrapolation.train(extrapolation.start(extrapolation.TASKS["text"], "RoPE", rng), samples, 20, "RoPE")
    torch.set_num_threads(threads)
    assert losses[-1] < losses[0]
    assert losses[-1] == pytest.approx(AFTER_20_STEPS, abs=1e-3)


@pytest.mark.parametrize("case", TEXT, ids=str)
def test_core_computes_the_logits_of_torch(case):
    import torch

    from training import extrapolation

    scheme, rule = case if isinstance(case, tuple) else (case, "")
    name = curves.stem("text", scheme)
    tokens = stored.held_out()[0][: 128 if scheme == "learned" else 512]
    turn = extrapolation.rotation(rule, stored.LENGTH) if rule else {}
    with torch.no_grad():
        parameters = extrapolation.loaded(stored.FOLDER / f"{name}.npz")
        expected = extrapolation.logits(parameters, torch.from_numpy(tokens[None]), scheme, **turn)[0].numpy()
    trained = stored.model(name)
    logits = model.logits(curves.stretched(trained, rule, extrapolation.FACTOR) if rule else trained, tokens)
    np.testing.assert_allclose(logits, expected, atol=1e-4)
