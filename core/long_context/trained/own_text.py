"""What a trained model makes of a reader's text: the only thing of these models that is computed live."""

import numpy as np
from numpy.typing import NDArray

from core.long_context.trained.curves import BY_BETA, COMPARED_RULES, TEXT
from core.long_context.trained.model import Cache, Model, losses, read_on
from core.long_context.trained.stored import LENGTH, alphabet, as_tokens, model, stretch_model
from core.numeric.once import computed_once

MOST, TAIL = 1024, 64  # characters: of a text with what is written on; of that alone
UNDER_RULES = {f"RoPE, {rule}": rule for rule in (*COMPARED_RULES, *BY_BETA)}
MODELS = ("RoPE", *UNDER_RULES, *(name for name in TEXT[1:] if name != "learned"))  # learned has no rows past 128


def model_for(name: str, length: int) -> Model:
    """A model by its name, with the rule for a text of that length in characters."""
    trained_model = model("text", name.partition(",")[0])
    rule = UNDER_RULES.get(name)
    return stretch_model(trained_model, rule, max(1, -(-length // LENGTH))) if rule else trained_model


@computed_once(most=64)  # 0.1 s of processor time and 4 kB for the longest text
def losses_of(text: str, name: str) -> NDArray[np.float32]:
    """Loss of each character but the first of a text, of which the beginning is read, nats."""
    tokens = as_tokens(text[:MOST])
    return losses(model_for(name, len(tokens)), tokens)


@computed_once(most=64)  # 0.2 s for the longest text
def written_on(text: str, name: str) -> str:
    """What a model writes after a text, of which the beginning is read: always its most probable character."""
    tokens = as_tokens(text[: MOST - TAIL])
    trained_model, continuation = model_for(name, len(tokens) + TAIL), ""
    cache: Cache = ()
    for _ in range(TAIL):
        scores, cache = read_on(trained_model, tokens, cache)
        tokens = scores[-1:].argmax(axis=1)
        continuation += alphabet()[tokens[0]]
    return continuation
