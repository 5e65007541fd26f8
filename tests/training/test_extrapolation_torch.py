"""Training learns, and what it makes is what core runs; `make torch` installs PyTorch and runs these tests."""

from importlib.util import find_spec

import numpy as np
import pytest

from core.long_context.trained import curves, model, stored

pytestmark = pytest.mark.skipif(not find_spec("torch"), reason="PyTorch is not installed: `make torch` runs these")

AFTER_20_STEPS = 3.2688  # nats; torch 2.13.0, seed 0, one thread
TEXT = [*((scheme, "") for scheme in curves.TEXT), ("RoPE", "Linear"), ("RoPE", "YaRN")]


def test_twenty_steps_lower_the_loss_to_what_they_did_before():
    import torch

    from training import extrapolation

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    rng, tokens = np.random.default_rng(0), stored.as_tokens("".join(stored.held_out()))
    samples = extrapolation.text_samples(tokens, rng, 16, 128)
    losses = extrapolation.train(extrapolation.start(extrapolation.TASKS["text"], "RoPE", rng), samples, 20, "RoPE")
    torch.set_num_threads(threads)
    assert losses[-1] < losses[0]
    assert losses[-1] == pytest.approx(AFTER_20_STEPS, abs=1e-3)


@pytest.mark.parametrize(("scheme", "rule"), TEXT)
def test_core_computes_the_logits_of_torch(scheme, rule):
    import torch

    from training import extrapolation

    tokens = stored.as_tokens(stored.held_out()[0][: 128 if scheme == "learned" else 512])
    turn = extrapolation.rotation(rule, stored.LENGTH) if rule else {}
    with torch.no_grad():
        parameters = extrapolation.loaded(stored.FOLDER / f"{stored.stem('text', scheme)}.npz")
        expected = extrapolation.logits(parameters, torch.from_numpy(tokens[None]), scheme, **turn)[0].numpy()
    trained = stored.model("text", scheme)
    trained = stored.stretched(trained, rule, extrapolation.FACTOR) if rule else trained
    np.testing.assert_allclose(model.read_on(trained, tokens)[0], expected, atol=1e-4)
