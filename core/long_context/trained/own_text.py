"""What a trained model makes of a reader's text: the only thing of these models that is computed live."""

import numpy as np
from numpy.typing import NDArray

from core.long_context.trained.curves import TEXT, stem, stretched
from core.long_context.trained.model import Trained, logits, losses
from core.long_context.trained.stored import LENGTH, as_tokens, model
from core.numeric.once import computed_once
from core.scaling import yarn

MOST = 1024  # characters
WITH_YARN = f"RoPE, {yarn.RULE.name}"
MODELS = (TEXT[0], WITH_YARN, *(name for name in TEXT[1:] if name != "learned"))  # learned has no rows past 128


def fitting(text: str) -> str:
    """The text, or its beginning."""
    return text[:MOST]


def model_for(name: str, length: int) -> Trained:
    """A model by its name, with the rule for a text of that length in characters."""
    trained = model(stem("text", name.partition(",")[0]))
    factor = max(1, -(-length // LENGTH))
    return stretched(trained, yarn.RULE.name, factor) if name == WITH_YARN else trained


@computed_once(most=64)  # 0.1 s of processor time and 4 kB for the longest text
def losses_of(text: str, name: str) -> NDArray[np.float32]:
    """Loss of each character of a text of at least two but the first, nats."""
    tokens = as_tokens(fitting(text))
    return losses(logits(model_for(name, len(tokens)), tokens[:-1]), tokens)
