"""How alike all-MiniLM-L6-v2 finds sentences; its weights, rounded to 8 bits, lie beside this script."""

import numpy as np

from core.words.minilm.model import forward
from core.words.minilm.stored import weights
from core.words.sentence import cosine
from take_away.finish import finish

sentences = {
    "a": ["[CLS]", "the", "cat", "sat", "on", "the", "mat", "[SEP]"],
    "b": ["[CLS]", "the", "mat", "sat", "on", "the", "cat", "[SEP]"],
}
position_ids = {"a": [0, 1, 2, 3, 4, 5, 6, 7], "b": [0, 1, 2, 3, 4, 5, 6, 7]}  # None leaves the learned table out
pairs = [["b", "a"]]

model, embeddings = weights(), {}
for name, tokens in sentences.items():
    ids = position_ids[name]
    rows = [model.vocabulary[token] for token in tokens]
    _, state = forward(model, rows, None if ids is None else np.array(ids))
    embeddings[name] = state.mean(axis=0, dtype=np.float64)  # over all tokens
columns = {
    "first": [first for first, _ in pairs],
    "second": [second for _, second in pairs],
    "likeness": [cosine(embeddings[first], embeddings[second]) for first, second in pairs],
}


def draw(figure):
    axes = figure.subplots()
    axes.barh(columns["first"][::-1], columns["likeness"][::-1])
    axes.set(xlabel="cosine", xlim=(0, 1))


if __name__ == "__main__":
    finish("likeness", columns, draw)
    for first, second, value in zip(*columns.values(), strict=True):
        print(f"{value:.4f}  {first} | {second}")
