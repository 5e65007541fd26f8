"""One untrained attention head reads two orders of the same words, without and with their positions."""

import numpy as np

from core.schemes.sinusoidal import sinusoidal
from core.words.transformer import Head, self_attention
from take_away.finish import finish

first = "the cat sat on the mat"
second = "the mat sat on the cat"  # the same words
causal = False  # whether a word sees only itself and the words before it
d_model = 512  # features
base = 10_000.0
scale = 1.0
head_dim = 16  # outputs for each word
seed = 8

words, other = first.split(), second.split()
there = np.empty(len(words), int)  # position in the second sentence of each word of the first
there[np.argsort(words, kind="stable")] = np.argsort(other, kind="stable")
vocabulary = list(dict.fromkeys(words))
rng = np.random.default_rng(seed)
vectors = rng.standard_normal((len(vocabulary), d_model))
head = Head(*rng.standard_normal((3, d_model, head_dim)) / np.sqrt(d_model))  # to queries, keys and values
embedding = vectors[[vocabulary.index(word) for word in words]]
encoding = sinusoidal(np.arange(len(words)), d_model, base=base, scale=scale)
columns = {"word": words, "position in 1": np.arange(len(words)), "position in 2": there}
differences = {}
for name, addend in (("without", 0 * encoding), ("with", encoding)):
    before = self_attention(embedding + addend, head, causal=causal)
    after = self_attention(embedding[np.argsort(there)] + addend, head, causal=causal)[there]
    differences[name] = after - before
    for cell in range(head_dim):
        columns[f"{name}, output {cell + 1}, sentence 1"] = before[:, cell]
        columns[f"{name}, output {cell + 1}, sentence 2"] = after[:, cell]


def draw(figure):
    limit = max(np.abs(each).max() for each in differences.values())
    for axes, (name, each) in zip(figure.subplots(1, 2, sharey=True), differences.items(), strict=True):
        image = axes.imshow(each, aspect="auto", cmap="PRGn", vmin=-limit, vmax=limit)
        axes.set(title=f"{name} position", xlabel="output", yticks=range(len(words)), yticklabels=words)
    figure.colorbar(image, label="sentence 2 − sentence 1")


if __name__ == "__main__":
    finish("two_orders", columns, draw)
