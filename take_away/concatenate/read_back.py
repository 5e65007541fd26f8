"""What a linear probe reads of a word and its position when their vectors are added or concatenated."""

import numpy as np

from core.schemes.sinusoidal import sinusoidal
from core.words.probe import fit_probe, nearest_rows
from take_away.finish import finish

widths = [8, 16, 32, 64, 128, 256, 512]  # d_model, features
base = 10_000.0
scale = 1.0
seed = 0
words = 200
positions = 64
train_size = 9000  # of the words · positions pairs
test_size = 1000  # others of them
ways = ["added", "added, word × √d", "apart, d/2 + d/2", "apart, d + d"]


def read(way, d_model):
    """Shares of positions and words read right, and the mean error of positions in tokens."""
    features = d_model // 2 if way == "apart, d/2 + d/2" else d_model  # of a word
    rng = np.random.default_rng(seed)
    rank = rng.permutation(words * positions)  # the first are trained on, the next tested on
    embedding = rng.standard_normal((words, features)) / np.sqrt(features)
    encoding = sinusoidal(np.arange(positions), features, base=base, scale=scale)
    word, position = np.divmod(np.arange(words * positions), positions)
    if way.startswith("added"):
        inputs = embedding[word] * (np.sqrt(features) if "×" in way else 1) + encoding[position]
    else:
        inputs = np.concatenate([embedding[word], encoding[position]], axis=1)
    targets = np.concatenate([np.eye(words)[word], encoding[position]], axis=1)  # which word; which encoding
    in_training, in_test = rank < train_size, (rank >= train_size) & (rank < train_size + test_size)
    readings = fit_probe(inputs[in_training], targets[in_training]).read(inputs[in_test])
    errors = np.abs(nearest_rows(readings[:, words:], encoding) - position[in_test])  # tokens
    return np.mean(errors == 0), np.mean(np.argmax(readings[:, :words], axis=1) == word[in_test]), np.mean(errors)


rows = [(d_model, way, *read(way, d_model)) for d_model in widths for way in ways]
columns = dict(zip(["d_model", "way", "position", "word", "error"], zip(*rows, strict=True), strict=True))


def draw(figure):
    for axes, name in zip(figure.subplots(2, sharex=True), ["position", "word"], strict=True):
        for place, way in enumerate(ways):
            axes.semilogx(widths, columns[name][place :: len(ways)], "o-", base=2, label=way)
        axes.set(ylabel=f"{name}s read right", ylim=(0, 1.05))
    axes.set(xlabel="d_model (features)")
    axes.legend()


if __name__ == "__main__":
    finish("read_back", columns, draw)
