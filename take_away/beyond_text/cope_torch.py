"""CoPE in PyTorch: distances that count what the query calls worth counting, and a vector for each distance."""

import torch

from take_away.finish import finish

words = ["the", "cat", "sat", ".", "it", "purred", "loudly", ".", "then", "it", "slept", "."]
counted = ["."]  # words that every query counts here; in a model the scores decide
max_pos = 4  # learned vectors, here those of the distances 0, 1, 2 and 3


def cope(queries, logits, positions):
    """What is added to scores (..., n, n) of queries (..., n, dim); positions (max_pos, dim) are learned."""
    last = len(positions) - 1
    gates = torch.sigmoid(logits).tril()  # how much each token counts for each query
    distances = gates.flip(-1).cumsum(-1).flip(-1).clamp(max=last)
    by_distance = queries @ positions.T  # (..., n, max_pos)
    low = distances.floor().long()
    share, high = distances - low, (low + 1).clamp(max=last)
    below, above = by_distance.gather(-1, low), by_distance.gather(-1, high)
    return ((1 - share) * below + share * above).tril()


def draw(figure):
    axes = figure.subplots()
    places = range(len(words))
    axes.plot(places, columns["tokens"].numpy(), marker="o", label="tokens, as RoPE counts")
    axes.plot(places, columns["counted"].numpy(), marker="o", label=f"counted: {' '.join(counted)}")
    axes.set(xlabel="key", ylabel="distance from the last word", xticks=places, xticklabels=words)
    axes.legend()


if __name__ == "__main__":
    n = len(words)
    logits = torch.tensor([40.0 if word in counted else -40.0 for word in words]).repeat(n, 1)
    added = cope(torch.ones(n, 1), logits, torch.arange(max_pos, dtype=torch.float32)[:, None])
    columns = {"word": words, "tokens": torch.arange(n).flip(0), "counted": added[-1]}  # the distance itself
    finish("cope", columns, draw)
