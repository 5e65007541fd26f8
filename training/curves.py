"""Compute ahead what all readers see of the trained models: `python -m training.curves`, minutes on one core."""

import json
import sys
from collections.abc import Callable, Iterator
from itertools import product

import numpy as np
from numpy.typing import NDArray

from core.long_context.trained.curves import (
    BETAS,
    BY_BETA,
    COMPARED,
    FACTORS,
    TEXT,
    TUNED_FOR,
    TUNED_RULES,
    WINDOW,
    key,
    stem,
    stretched,
    text_curve,
)
from core.long_context.trained.stored import FOLDER, LENGTH, model

STEPS = (25, 50)
Curve = tuple[str, NDArray[np.float64]]


def encodings() -> Iterator[Curve]:
    """Loss under every encoding, and of ALiBi with attention cut off."""
    yield from ((scheme, text_curve(model(stem("text", scheme)))) for scheme in TEXT)
    yield f"ALiBi, {WINDOW}", text_curve(model(stem("text", "ALiBi")), window=LENGTH)


def rules() -> Iterator[Curve]:
    """RoPE's loss under every rule, for every factor and every beta of YaRN."""
    rope = model(stem("text", "RoPE"))
    yield "Unscaled", text_curve(rope)
    yield WINDOW, text_curve(rope, window=LENGTH)
    for factor in FACTORS:
        yield from ((key(name, factor), text_curve(stretched(rope, name, factor))) for name in COMPARED)
        for name, beta, sharpened in product(BY_BETA, BETAS, (True, False)):
            if sharpened or name == "YaRN":  # the other one has no temperature
                scaled = stretched(rope, name, factor, beta=beta, sharpened=sharpened)
                yield key(name, factor, beta=beta, sharpened=sharpened), text_curve(scaled)


def tuned() -> Iterator[Curve]:
    """RoPE before and after it is trained on at four times the length."""
    rope = model(stem("text", "RoPE"))
    yield WINDOW, text_curve(rope, window=LENGTH)
    for rule in TUNED_RULES:
        yield key(rule, 0), text_curve(stretched(rope, rule, TUNED_FOR // LENGTH))
        for steps in STEPS:
            yield key(rule, steps), text_curve(model(stem("text", "RoPE", rule.lower(), str(steps))))


PARTS: dict[str, Callable[[], Iterator[Curve]]] = {
    "schemes": encodings,
    "rules": rules,
    "tuned": tuned,
}


def main() -> None:
    """Write the parts that are named, or all; the others stay as they are."""
    file = FOLDER / "curves.json"
    found = json.loads(file.read_text("utf-8")) if file.exists() else {}
    for part in sys.argv[1:] or PARTS:
        found[part] = {name: values.round(4).tolist() for name, values in PARTS[part]()}
        file.write_text(json.dumps(found) + "\n", "utf-8")


if __name__ == "__main__":
    main()
