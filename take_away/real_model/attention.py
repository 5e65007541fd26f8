"""Attention of one head of all-MiniLM-L6-v2; its weights, rounded to 8 bits, lie beside this script."""

import numpy as np

from core.words.minilm.model import forward
from core.words.minilm.stored import weights
from take_away.finish import finish

tokens = ["[CLS]", "the", "cat", "sat", "on", "the", "mat", "[SEP]"]
position_ids = [0, 1, 2, 3, 4, 5, 6, 7]  # rows of the learned table
positions = True  # add these rows to the tokens' own
layer = 0
head = 2

model = weights()
rows = [model.vocabulary[token] for token in tokens]
attention, _ = forward(model, rows, np.array(position_ids) if positions else None)
shares = attention[layer, head]  # (tokens, tokens) of each query (row) on each key (column)
query, key = (each.ravel() for each in np.indices(shares.shape))
columns = {
    "query": query,
    "query token": np.array(tokens)[query],
    "query position id": np.array(position_ids)[query],
    "key": key,
    "key token": np.array(tokens)[key],
    "key position id": np.array(position_ids)[key],
    "share": shares.ravel(),
    "even share": np.full(shares.size, 1 / len(tokens)),
}


def draw(figure):
    axes = figure.subplots()
    image = axes.imshow(shares, cmap="Greens", vmin=0, vmax=1)
    axes.set_xticks(range(len(tokens)), tokens, rotation=90)
    axes.set_yticks(range(len(tokens)), tokens)
    axes.set(xlabel="key", ylabel="query", title=f"layer {layer}, head {head}")
    figure.colorbar(image, label="share of attention")


if __name__ == "__main__":
    finish("attention", columns, draw)
    for a, b, share in zip(columns["query token"], columns["key token"], columns["share"], strict=True):
        print(f"{a:>12} → {b:<12} {share:.4f}")
