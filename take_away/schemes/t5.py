"""T5's relative bias: one learned number for every bucket of offsets and head."""

import numpy as np

from take_away.finish import finish
from take_away.schemes.alibi import slopes

length = 128  # tokens
heads = 8
direction = "bidirectional"  # or "causal"
num_buckets = 32
max_distance = 128  # tokens; offsets from here on share the last bucket


def bucket(offsets, direction="bidirectional", num_buckets=32, max_distance=128):
    """Bucket of each offset, key minus query in tokens; any shape."""
    both = direction == "bidirectional"
    side = num_buckets // 2 if both else num_buckets
    exact = side // 2  # buckets of one offset each
    distance = np.abs(offsets) if both else np.maximum(np.negative(offsets), 0)
    steps = np.log(np.maximum(distance, exact) / exact) / np.log(max_distance / exact) * (side - exact)
    far = np.minimum(exact + np.floor(steps + 1e-9), side - 1)
    after = side * (both & np.greater(offsets, 0))
    return (np.where(distance < exact, distance, far) + after).astype(int)


def bucket_weights(heads, direction="bidirectional", num_buckets=32, max_distance=128):
    """Numbers that stand in for trained ones, shape (num_buckets, heads)."""
    offsets = np.arange(-max_distance, max_distance + 1)
    nearest = np.full(num_buckets, float(max_distance))  # distance of a bucket's nearest offset
    np.minimum.at(nearest, bucket(offsets, direction, num_buckets, max_distance), np.abs(offsets))
    return -4 * np.log2(1 + nearest)[:, None] * slopes(heads)


def t5(query_positions, key_positions, heads=8, direction="bidirectional", num_buckets=32, max_distance=128):
    """Bias of shape (heads, n, m) for n queries and m keys, in tokens; T5 does not scale its scores."""
    offsets = -np.subtract.outer(query_positions, key_positions)
    table = bucket_weights(heads, direction, num_buckets, max_distance)
    return np.moveaxis(table[bucket(offsets, direction, num_buckets, max_distance)], -1, 0)


SCHEME = {"name": "T5", "family": "bias", "function": t5, "groups": bucket}


def draw(figure):
    axes = figure.subplots()
    for head, values in enumerate(bias, 1):
        axes.plot(values, label=f"head {head}")
    axes.set(xlabel="distance back (tokens)", ylabel="bias")
    axes.legend()


if __name__ == "__main__":
    bias = t5([length - 1], np.arange(length), heads, direction, num_buckets, max_distance)
    bias = bias[:, 0, ::-1]  # (heads, distances)
    columns = {"distance": np.arange(length)} | {f"head {head}": values for head, values in enumerate(bias, 1)}
    finish("t5", columns, draw)
