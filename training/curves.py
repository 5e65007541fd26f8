"""Compute ahead what all readers see of the trained models: `python -m training.curves`, minutes on one core."""

import argparse
import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.long_context.trained import curves
from core.long_context.trained.curves import TEXT, WINDOW, accuracy, key, retriever, stem, stretched, text_curve
from core.long_context.trained.measurement import block_means
from core.long_context.trained.model import Trained
from core.long_context.trained.stored import FOLDER, LENGTH, model

Source = tuple[str, Trained, int | None]
"""A curve of losses: its name, its model, and the window, None for the whole text."""
Curve = tuple[str, NDArray[np.float64]]


def encodings() -> Iterator[Source]:
    """Every encoding, and ALiBi with attention cut off."""
    yield from ((scheme, model(stem("text", scheme)), None) for scheme in TEXT)
    yield f"ALiBi, {WINDOW}", model(stem("text", "ALiBi")), LENGTH


def rules() -> Iterator[Source]:
    """RoPE under every rule, for every factor and every beta of YaRN, with the whole text and with the window."""
    rope = model(stem("text", "RoPE"))
    yield WINDOW, rope, LENGTH
    for cut, window in ((False, None), (True, LENGTH)):
        yield key("Unscaled", cut=cut), rope, window
        for factor in curves.FACTORS:
            for name in curves.COMPARED:
                yield key(name, factor, cut=cut), stretched(rope, name, factor), window
            for name, beta, sharpened in product(curves.BY_BETA, curves.BETAS, (True, False)):
                if sharpened or name == "YaRN":  # the other one has no temperature
                    scaled = stretched(rope, name, factor, beta=beta, sharpened=sharpened)
                    yield key(name, factor, beta=beta, sharpened=sharpened, cut=cut), scaled, window


def tuned() -> Iterator[Source]:
    """RoPE before and after it is trained on at four times the length."""
    rope = model(stem("text", "RoPE"))
    yield WINDOW, rope, LENGTH
    for rule in curves.TUNED_RULES:
        yield key(rule, 0), stretched(rope, rule, curves.TUNED_FOR // LENGTH), None
        yield from ((key(rule, steps), model(stem("text", "RoPE", rule, str(steps))), None) for steps in (25, 50))


def seeds(folder: Path) -> Iterator[Curve]:
    """Losses under every encoding from further seeds, as training wrote them into a folder."""
    for file in sorted(folder.glob("text_*.json")):
        record = json.loads(file.read_text("utf-8"))
        yield f"{record['scheme']}, seed {record['seed']}", np.array(record["held out"])


def retrieval() -> Iterator[Curve]:
    """Accuracy by length; a learned table has no rows beyond that of training."""
    for name in (*curves.RETRIEVAL, *curves.RETRIEVAL_RULES):
        lengths = curves.RETRIEVAL_LENGTHS[: 2 if name == "learned" else None]
        yield name, np.array([accuracy(retriever(name, length), length).mean() for length in lengths])


def places() -> Iterator[Curve]:
    """Accuracy by block of places of the key."""
    for name in (*curves.RETRIEVAL, *curves.RETRIEVAL_RULES):
        if name != "learned":
            yield name, block_means(accuracy(retriever(name, curves.LONG), curves.LONG)[None])


LOSSES = {"schemes": encodings, "rules": rules, "tuned": tuned}
ACCURACIES = {"retrieval": retrieval, "places": places}


def main() -> None:
    """Write the parts that are named, or all; with a folder of models from further seeds, their losses alone."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", default=[*LOSSES, *ACCURACIES])
    parser.add_argument("--seeds", type=Path)
    args = parser.parse_args()
    parts = {"seeds": seeds(args.seeds)} if args.seeds else {name: remade(name) for name in args.parts}
    file = FOLDER / "curves.json"
    for name, part in parts.items():
        rounded = {each: values.round(4).tolist() for each, values in part}
        stored = json.loads(file.read_text("utf-8")) if file.exists() else {}
        file.write_text(json.dumps(stored | {name: rounded}) + "\n", "utf-8")


def remade(part: str) -> Iterator[Curve]:
    """Of a part of the file, by name."""
    if part in ACCURACIES:
        return ACCURACIES[part]()
    return ((name, text_curve(trained, window)) for name, trained, window in LOSSES[part]())


if __name__ == "__main__":
    main()
