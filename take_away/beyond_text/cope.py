"""CoPE: distances that count what the query calls worth counting, and a vector for each distance."""

import numpy as np

from take_away.finish import finish

words = ["the", "cat", "sat", ".", "it", "purred", "loudly", ".", "then", "it", "slept", "."]
counted = ["."]  # words that every query counts here; in a model the scores decide
max_pos = 4  # learned vectors, here those of the distances 0, 1, 2 and 3


def cope(queries, logits, positions):
    """What is added to scores (..., n, n) of queries (..., n, dim); positions (max_pos, dim) are learned."""
    last = len(positions) - 1
    gates = np.tril(1 / (1 + np.exp(-logits)))  # how much each token counts for each query
    distances = np.minimum(np.cumsum(gates[..., ::-1], axis=-1)[..., ::-1], last)
    by_distance = queries @ positions.T  # (..., n, max_pos)
    low = np.floor(distances).astype(int)
    share, high = distances - low, np.minimum(low + 1, last)
    below, above = (np.take_along_axis(by_distance, at, axis=-1) for at in (low, high))
    return np.tril((1 - share) * below + share * above)


def draw(figure):
    axes = figure.subplots()
    places = np.arange(len(words))
    axes.plot(places, columns["tokens"], marker="o", label="tokens, as RoPE counts")
    axes.plot(places, columns["counted"], marker="o", label=f"counted: {' '.join(counted)}")
    axes.set(xlabel="key", ylabel="distance from the last word", xticks=places, xticklabels=words)
    axes.legend()


if __name__ == "__main__":
    n = len(words)
    logits = np.where(np.isin(words, counted), 40.0, -40.0) * np.ones((n, 1))
    added = cope(np.ones((n, 1)), logits, np.arange(max_pos)[:, np.newaxis])  # reads the distance itself
    columns = {"word": words, "tokens": np.arange(n)[::-1], "counted": added[-1]}
    finish("cope", columns, draw)
