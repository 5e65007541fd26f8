"""One pair of features of a word: its embedding plus the encoding of every position lies on a circle."""

import numpy as np

from core.frequencies import inverse_frequencies
from core.words.embedding import embed
from take_away.finish import finish

tokens = ["I", "am", "playing", "with", "the", "brown", "ball", "and", "my", "brother", "is", "playing"]
word = 2  # its place among the tokens
pair = 0  # of features
d_model = 512  # features
base = 10_000.0
scale = 1.0
embedding_seed = 0
sqrt_d_model = True  # multiply the embedding by the root of d_model

looks = {"seed": embedding_seed, "is_scaled": sqrt_d_model, "dimensions": 2 * pair + 2}
x, y = embed([tokens[word]], d_model, **looks)[0, 2 * pair :]
positions = np.arange(128)  # tokens
angles = positions * inverse_frequencies(d_model, base)[pair] / scale  # radians
columns = {"position": positions, "sum, sine": x + np.sin(angles), "sum, cosine": y + np.cos(angles)}


def draw(figure):
    axes = figure.subplots()
    axes.scatter(columns["sum, sine"], columns["sum, cosine"], c=positions)
    axes.plot(x, y, "x", label=f"embedding of {tokens[word]}")
    axes.set(xlabel=f"dimension {2 * pair}", ylabel=f"dimension {2 * pair + 1}", aspect="equal")
    axes.legend()


if __name__ == "__main__":
    finish("circle", columns, draw)
