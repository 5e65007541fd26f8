"""Compute ahead what all readers see of the trained models: `python -m training.curves`, minutes on one core."""

import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.long_context.trained import curves, reading
from core.long_context.trained.curves import COMPARED_RULES, CONTEXT, RETRIEVAL, SMALL, block_means
from core.long_context.trained.model import Model, losses, read_on
from core.long_context.trained.reading import MOST, READERS, STOPS, continuation, example, losses_of, model_for
from core.long_context.trained.stored import FOLDER, LENGTH, as_tokens, held_out, model, stretch_model

MODELS = [
    *(("text", scheme) for scheme in curves.TEXT),  # these alone from further seeds too
    ("text", "NoPE"),  # reads along
    *(("retrieval", scheme) for scheme in RETRIEVAL),
    *(("text", "RoPE", rule, str(steps)) for rule in curves.TUNED_RULES for steps in SMALL.tuned_steps[1:]),
]
"""Task and scheme of each model, and rule and steps of further training."""
Sources = dict[str, tuple[Model, int | None]]
"""Curves of losses: by name a model, and the window that it looks at, None for the whole text."""
RETRIEVERS = (*RETRIEVAL, *COMPARED_RULES)


def encodings() -> Sources:
    """Every encoding, RoPE under YaRN for four times the trained length, and ALiBi with attention cut off."""
    sources: Sources = {name: (model("text", name), None) for name in curves.TEXT}
    sources[curves.CURED] = stretch_model(sources["RoPE"][0], curves.YARN, SMALL.cured_factor), None
    return sources | {f"ALiBi, {SMALL.window}": (model("text", "ALiBi"), LENGTH)}


def rules() -> Sources:
    """RoPE under every rule and for every factor, after further training, and with attention cut off."""
    rope = model("text", "RoPE")
    sources: Sources = {SMALL.window: (rope, LENGTH)}
    for factor in (1, *curves.FACTORS):
        for name, key in curves.sources_of_rules(factor).items():
            sources.setdefault(key, (stretch_model(rope, name, factor), None))
    for steps in SMALL.tuned_steps[1:]:
        for name, key in curves.sources_of_rules(1, steps).items():
            sources[key] = model("text", "RoPE", name, str(steps)), None
    return sources


LOSSES = {"schemes": encodings, "rules": rules}


def text_curve(
    trained: Model,
    window: int | None = None,
    reach: int = SMALL.edges[-1],  # positions; a learned table ends with its rows
) -> NDArray[np.float64]:  # nats, by block of positions
    """Mean loss over the held-out texts."""
    rows = len(trained.arguments.get("table", ())) or reach
    texts = [as_tokens(text[: min(reach, rows) + 1]) for text in held_out()]
    return block_means(np.stack([losses(trained, text, window) for text in texts]))


def retriever(name: str, length: int) -> Model:
    """The retrieval model with an encoding, or the one with RoPE under a rule for a length."""
    if name in RETRIEVAL:
        return model("retrieval", name)
    return stretch_model(model("retrieval", "RoPE"), name, max(1, length // CONTEXT))


def repeated(rng: np.random.Generator, count: int, n: int, symbols: int = 512) -> NDArray[np.int_]:
    """Sequences of n different random tokens, then the same again, shape (count, 2n)."""
    first = np.stack([rng.choice(symbols, n, replace=False) for _ in range(count)])
    return np.concatenate([first, first], axis=1)


def accuracy(trained: Model, length: int, count: int = 32) -> NDArray[np.float64]:  # (length / 2 - 1,) shares
    """Share of tokens of the repeated half that a model predicts, by the place of the key in the first half."""
    n = length // 2
    rows = repeated(np.random.default_rng(0), count, n)
    return np.mean([read_on(trained, row[:-1])[0][n:].argmax(axis=1) == row[n + 1 :] for row in rows], axis=0)


def retrieval(most: int = 1024) -> dict[str, NDArray[np.float64]]:  # tokens
    """Accuracy by length."""
    lengths = [n for n in curves.RETRIEVAL_LENGTHS if n <= most]
    return {name: np.array([accuracy(retriever(name, n), n).mean() for n in lengths]) for name in RETRIEVERS}


def places() -> dict[str, NDArray[np.float64]]:
    """Accuracy by block of places of the key."""
    n = curves.LONG
    return {name: block_means(accuracy(retriever(name, n), n)[None]) for name in RETRIEVERS}


def read_along_example() -> dict[str, dict[str, list[Any]]]:
    """How every reader reads the example, and what it writes after each of the stops."""
    text, models = example(), {name: model_for(name, MOST) for name in READERS}
    losses = {name: np.round(losses_of(text, name).astype(float), 4).tolist() for name in READERS}
    return {
        name: {"losses": losses[name], "written": [continuation(text[:stop], models[name]) for stop in STOPS]}
        for name in READERS
    }


def seeds() -> dict[str, NDArray[np.float64]]:
    """Losses under every encoding from further seeds, as training wrote them beside the models."""
    records = [json.loads(file.read_text("utf-8")) for file in sorted(FOLDER.glob("text_*_[!0].json"))]
    return {f"{each['scheme']}, seed {each['seed']}": np.array(each["held out"]) for each in records}


if __name__ == "__main__":
    parts = {"retrieval": retrieval(), "places": places(), "seeds": seeds() or curves.part("seeds")}
    for part, sources in LOSSES.items():
        parts[part] = {name: text_curve(*source) for name, source in sources().items()}
    stored = json.dumps(parts, default=lambda values: values.round(4).tolist())
    SMALL.path.write_text(stored + "\n", "utf-8")
    reading.FILE.write_text(json.dumps(read_along_example()) + "\n", "utf-8")
