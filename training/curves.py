"""Compute ahead what all readers see of the trained models: `python -m training.curves`, minutes on one core."""

import argparse
import json
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.long_context.trained.curves import (
    BETAS,
    BY_BETA,
    COMPARED,
    FACTORS,
    LONG,
    RETRIEVAL,
    RETRIEVAL_LENGTHS,
    RETRIEVAL_RULES,
    TEXT,
    TUNED_FOR,
    TUNED_RULES,
    WINDOW,
    accuracy,
    key,
    retriever,
    stem,
    stretched,
    text_curve,
)
from core.long_context.trained.measurement import block_means
from core.long_context.trained.stored import FOLDER, LENGTH, model

STEPS = (25, 50)
Curve = tuple[str, NDArray[np.float64]]


def encodings() -> Iterator[Curve]:
    """Loss under every encoding, and of ALiBi with attention cut off."""
    yield from ((scheme, text_curve(model(stem("text", scheme)))) for scheme in TEXT)
    yield f"ALiBi, {WINDOW}", text_curve(model(stem("text", "ALiBi")), window=LENGTH)


def seeds(folder: Path) -> Iterator[Curve]:
    """Losses under every encoding from further seeds, as training wrote them into a folder."""
    for file in sorted(folder.glob("text_*.json")):
        said = json.loads(file.read_text("utf-8"))
        yield f"{said['scheme']}, seed {said['seed']}", np.array(said["held out"])


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


def retrieval() -> Iterator[Curve]:
    """Accuracy by length; a learned table has no rows beyond that of training."""
    for name in (*RETRIEVAL, *RETRIEVAL_RULES):
        lengths = RETRIEVAL_LENGTHS[: 2 if name == "learned" else None]
        yield name, np.array([accuracy(retriever(name, length), length).mean() for length in lengths])


def places() -> Iterator[Curve]:
    """Accuracy by block of places of the key."""
    for name in (*RETRIEVAL, *RETRIEVAL_RULES):
        if name != "learned":
            yield name, block_means(accuracy(retriever(name, LONG), LONG)[None])


PARTS: dict[str, Callable[[], Iterator[Curve]]] = {
    "schemes": encodings,
    "rules": rules,
    "tuned": tuned,
    "retrieval": retrieval,
    "places": places,
}


def main() -> None:
    """Write the parts that are named, or all; with a folder of models from further seeds, their losses alone."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", default=[*PARTS])
    parser.add_argument("--seeds", type=Path)
    asked = parser.parse_args()
    file = FOLDER / "curves.json"
    stored = json.loads(file.read_text("utf-8")) if file.exists() else {}
    made = {"schemes": seeds(asked.seeds)} if asked.seeds else {name: PARTS[name]() for name in asked.parts}
    for name, found in made.items():
        stored[name] = stored.get(name, {}) | {each: values.round(4).tolist() for each, values in found}
        file.write_text(json.dumps(stored) + "\n", "utf-8")


if __name__ == "__main__":
    main()
