"""What swapping two words changes in the outputs of an untrained attention head, without and with positions."""

import numpy as np

from core.schemes.sinusoidal import sinusoidal
from core.words.embedding import embed
from core.words.transformer import Head, self_attention
from take_away.finish import finish

tokens = ["I", "am", "playing", "with", "the", "brown", "ball", "and", "my", "brother", "is", "playing"]
swap_pair = [5, 6]  # positions of the two words
d_model = 512  # features
base = 10_000.0
scale = 1.0
embedding_seed = 0  # also of the head
sqrt_d_model = True  # multiply the embedding by the root of d_model
head_dim = 16  # outputs for each word

there = np.arange(len(tokens))  # position of each token after the swap
there[swap_pair] = swap_pair[::-1]
embedding = embed(tokens, d_model, seed=embedding_seed, is_scaled=sqrt_d_model)
encoding = sinusoidal(np.arange(len(tokens)), d_model, base=base, scale=scale)
head = Head(*np.random.default_rng(embedding_seed).standard_normal((3, d_model, head_dim)) / np.sqrt(d_model))
columns = {"token": tokens, "position": np.arange(len(tokens)), "position after the swap": there}
for name, addend in (("change without position", 0 * encoding), ("change with position", encoding)):
    before = self_attention(embedding + addend, head)
    after = self_attention(embedding[there] + addend, head)[there]
    columns[name] = np.abs(after - before).max(axis=1)


def draw(figure):
    places = np.arange(len(tokens))
    for axes, name in zip(figure.subplots(1, 2, sharex=True, sharey=True), list(columns)[3:], strict=True):
        axes.barh(places, columns[name])
        axes.set(title=name, xlabel="largest change of an output", yticks=places, yticklabels=tokens)
    axes.invert_yaxis()


if __name__ == "__main__":
    finish("swap", columns, draw)
