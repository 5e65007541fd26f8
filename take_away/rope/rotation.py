"""Each pair of a head turns a query at m and a key at n; their product depends on m - n alone."""

import numpy as np

from take_away.finish import finish
from take_away.rope.curve import frequencies_of

m = 12  # tokens
n = 5  # tokens
pair = 8
head_dim = 64  # features
base = 10_000.0
scale = 1.0

frequencies = frequencies_of(head_dim, base, scale)
query, key = np.exp(1j * m * frequencies), np.exp(1j * n * frequencies)  # (1, 0) turned, as complex numbers
columns = {
    "pair": np.arange(head_dim // 2),
    "radians per token": frequencies,
    "q has turned (°)": np.degrees(m * frequencies),
    "k has turned (°)": np.degrees(n * frequencies),
    "q · k": (query * key.conj()).real,
}


def draw(figure):
    dial, products = figure.subplots(1, 2)
    for turned, label in ((query[pair], f"query at {m}"), (key[pair], f"key at {n}")):
        dial.plot([0, turned.real], [0, turned.imag], label=label)
    dial.set(xlim=(-1.1, 1.1), ylim=(-1.1, 1.1), aspect="equal", title=f"pair {pair}")
    dial.legend()
    products.plot(columns["pair"], columns["q · k"])
    products.set(xlabel="pair", ylabel="q · k (1)")


if __name__ == "__main__":
    finish("rotation", columns, draw)
