"""Embedding, sinusoidal encoding and their sum for each word of a sentence."""

import numpy as np

from core.schemes.sinusoidal import sinusoidal
from core.words.embedding import embed
from take_away.finish import finish

tokens = ["I", "am", "playing", "with", "the", "brown", "ball", "and", "my", "brother", "is", "playing"]
d_model = 512  # features
base = 10_000.0
scale = 1.0
embedding_seed = 0
sqrt_d_model = True  # multiply the embedding by the root of d_model
dimensions = 24  # at most: of a wider table sines, from the fastest to the slowest

sines = (d_model + 1) // 2
spread = np.linspace(0, sines - 1, dimensions).round().astype(int)
features = np.arange(d_model) if d_model <= dimensions else 2 * spread
embedding = embed(tokens, d_model, seed=embedding_seed, is_scaled=sqrt_d_model)[:, features]
encoding = sinusoidal(np.arange(len(tokens)), d_model, base=base, scale=scale)[:, features]
tables = {"embedding": embedding, "encoding": encoding, "sum": embedding + encoding}
columns = {"position": np.repeat(np.arange(len(tokens)), len(features)), "token": np.repeat(tokens, len(features))}
columns["dimension"] = np.tile(features, len(tokens))
columns |= {name: table.ravel() for name, table in tables.items()}


def draw(figure):
    for axes, (name, table) in zip(figure.subplots(1, 3, sharey=True), tables.items(), strict=True):
        image = axes.imshow(table, aspect="auto", cmap="PRGn", vmin=-2, vmax=2)
        axes.set(title=name, xlabel="dimension", yticks=range(len(tokens)), yticklabels=tokens)
    figure.colorbar(image, label="value")


if __name__ == "__main__":
    finish("token_rows", columns, draw)
