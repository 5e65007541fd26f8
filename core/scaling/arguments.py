"""Arguments that scaling rules share."""

from core.inputs.checked import as_real
from core.inputs.parameter import Parameter, positive

FACTOR = positive(
    "factor",
    "1",
    "How many times longer the context is to be than in training.",
    (1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64),
)
ORIGINAL_LENGTH = Parameter(
    name="original",
    unit="tokens",
    meaning="Context length in training.",
    law="a finite number of at least 2",
    valid=lambda value: value >= 2,
    stops=tuple(2**power for power in range(7, 21)),
)


def as_attention_factor(value: float) -> float:
    """A factor on cosine and sine as a config gives it, of any sign."""
    return float(as_real(value, "attention_factor"))


def kept_above(name: str, stops: tuple[int, ...]) -> Parameter:
    """Turns in the trained window above which a pair keeps its frequency."""
    return positive(name, "turns", "Pairs with more turns in the trained window are kept.", stops)


def divided_below(name: str, stops: tuple[int, ...]) -> Parameter:
    """Turns in the trained window below which a pair is divided by the whole factor."""
    meaning = "Pairs with fewer turns in the trained window are divided by the whole factor."
    return positive(name, "turns", meaning, stops)
