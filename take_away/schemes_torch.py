"""Schemes in PyTorch: a function named after each, below those that it needs."""

import math
from pathlib import Path

import numpy as np
import torch


def slopes(heads):
    """Penalty per token of distance, shape (heads,)."""
    power = 2 ** (heads.bit_length() - 1)  # heads, or the largest power of two below
    series = 2.0 ** (-8 / power * torch.arange(1, power + 1, dtype=torch.float64))
    between = 2.0 ** (-4 / power * torch.arange(1, 2 * power, 2, dtype=torch.float64))  # of twice as many heads
    return torch.cat([series, between])[:heads]


def offsets(query_positions, key_positions):
    """Key minus query, tokens, shape (n, m)."""
    queries, keys = (torch.as_tensor(each, dtype=torch.float64) for each in (query_positions, key_positions))
    return keys[None, :] - queries[:, None]


def alibi(query_positions, key_positions, heads=8):
    """Bias of shape (heads, n, m), added to scores before softmax, for n queries and m keys; tokens."""
    distances = offsets(query_positions, key_positions).abs()
    return -slopes(heads).to(distances.device)[:, None, None] * distances


def progress(query_positions, key_positions, c=0.1, threshold=512.0):
    """How far back a key lies on a logarithmic scale, from 0 to 1, shape (n, m)."""
    distances = offsets(query_positions, key_positions).abs()
    queries = torch.as_tensor(query_positions, dtype=torch.float64)
    return torch.log1p(c * distances) / torch.log1p(c * queries.clamp(min=threshold)[:, None])


def fire(query_positions, key_positions, heads=8, c=0.1, threshold=512.0, width=32, seed=0):
    """Bias of shape (heads, n, m) for n queries and m keys, in tokens.

    A straight fall and a random network of `width` hidden units stand in for a trained network.
    """
    inputs = progress(query_positions, key_positions, c, threshold)[..., None]
    rng = np.random.default_rng(seed)
    slope, shift = torch.from_numpy(rng.uniform(-1, 1, (2, width))).to(inputs.device)
    out = torch.from_numpy(rng.standard_normal((heads, width))).to(inputs.device) * (2 / width) ** 0.5
    hidden = torch.relu(inputs * slope + shift)  # (n, m, width)
    return (hidden @ out.T - 32 * inputs * slopes(heads).to(inputs.device)).movedim(-1, 0)


def kerple(query_positions, key_positions, heads=8, kernel="log", r2=1.0, r1=None):
    """Bias of shape (heads, n, m) for n queries and m keys, in tokens; r1 of shape (heads,) is learned."""
    strength = 8 * slopes(heads) if r1 is None else r1  # without r1, numbers that stand in for it
    distances = offsets(query_positions, key_positions).abs()
    shape = torch.log1p(r2 * distances) if kernel == "log" else distances**r2
    return -strength.to(distances.device)[:, None, None] * shape


def stored_rows(file="learned.npy"):
    """Rows of a trained table, (positions, d_model), from the working directory or from beside this script."""
    path = Path(file) if Path(file).exists() else Path(__file__).parent / file
    return torch.from_numpy(np.load(path)).double()


def learned(positions, d_model=64, table=None):
    """Rows of shape (n, d_model) for positions of shape (n,), whole tokens; past the end there is no row."""
    rows = stored_rows() if table is None else table
    positions = torch.as_tensor(positions, device=rows.device)
    if d_model != rows.shape[1]:
        raise ValueError(f"d_model must be the table's width {rows.shape[1]}, got {d_model}")
    if torch.any((positions < 0) | (positions >= len(rows)) | (positions % 1 > 0)):
        raise ValueError(f"positions must be rows 0 … {len(rows) - 1}")
    return torch.nn.functional.embedding(positions.long(), rows)


def nope(positions, d_model):
    """Table of shape (n, d_model), all 0, for positions of shape (n,), in tokens."""
    return torch.zeros(len(positions), d_model, dtype=torch.float64)


def rope(vectors, positions, base=10_000.0, scale=1.0, layout="half", frequencies=None):
    """Turn vectors of shape (..., n, dim) at positions of shape (n,), in tokens; queries and keys alike."""
    dim = vectors.shape[-1]
    pair = torch.arange(dim // 2, device=vectors.device)
    positions = torch.as_tensor(positions, dtype=torch.float64, device=vectors.device)
    omega = base ** (-2 * pair.double() / dim) if frequencies is None else frequencies  # of a scaling rule
    angles = torch.outer(positions, omega / scale)  # (n, dim / 2) radians
    cosines, sines = torch.cos(angles).to(vectors.dtype), torch.sin(angles).to(vectors.dtype)
    first, second = (2 * pair, 2 * pair + 1) if layout == "interleaved" else (pair, pair + dim // 2)
    x, y = vectors[..., first], vectors[..., second]
    outputs = torch.empty_like(vectors)
    outputs[..., first] = x * cosines - y * sines
    outputs[..., second] = x * sines + y * cosines
    return outputs


def relative_vector(offsets, clip=16):
    """Which of the 2 clip + 1 vectors each offset gets, key minus query in tokens; any shape."""
    return offsets.clamp(-clip, clip).long() + clip


def shaw(query_positions, key_positions, heads=8, clip=16, head_dim=64, seed=0):
    """What relative positions add to scores, shape (heads, n, m), for n queries and m keys, in tokens.

    One random query a head and random vectors stand in for trained ones.
    """
    rng = np.random.default_rng(seed)
    relative = torch.from_numpy(rng.standard_normal((2 * clip + 1, head_dim)))
    queries = torch.from_numpy(rng.standard_normal((heads, head_dim)))
    scores = queries @ relative.T / head_dim**0.5  # (heads, 2 clip + 1)
    index = relative_vector(offsets(query_positions, key_positions), clip)
    return scores.to(index.device)[:, index]


def sinusoidal(positions, d_model, base=10_000.0, scale=1.0, layout="interleaved"):
    """Table of shape (n, d_model) in float64 for positions of shape (n,), in tokens.

    It is added to embeddings of shape (batch, n, d_model), batch_first=True, as it is, and to those of shape
    (n, batch, d_model) as `table[:, None]`.
    """
    exact = layout in ("tensor2tensor", "fairseq")  # the last timescale is base, an odd last column is empty
    first = 2 if layout == "fairseq" else 0  # position of the first token
    sines = d_model // 2 if exact else (d_model + 1) // 2
    positions = torch.as_tensor(positions, dtype=torch.float64)
    pair = torch.arange(sines, dtype=torch.float64, device=positions.device)
    exponents = pair / max(sines - 1, 1) if exact else 2 * pair / d_model
    angles = torch.outer(positions + first, base**-exponents / scale)  # (n, sines) radians
    table = angles.new_zeros(len(angles), d_model)
    if layout == "interleaved":
        at_sine, at_cosine = slice(0, None, 2), slice(1, None, 2)
    else:
        at_sine, at_cosine = slice(0, sines), slice(sines, sines + d_model // 2)
    table[:, at_sine] = torch.sin(angles)
    table[:, at_cosine] = torch.cos(angles[:, : d_model // 2])
    return table


def bucket(offsets, direction="bidirectional", num_buckets=32, max_distance=128):
    """Bucket of each offset, key minus query in tokens; any shape."""
    both = direction == "bidirectional"
    side = num_buckets // 2 if both else num_buckets
    exact = side // 2  # buckets of one offset each
    distance = offsets.abs() if both else (-offsets).clamp(min=0)
    steps = torch.log(distance.clamp(min=exact) / exact) / math.log(max_distance / exact) * (side - exact)
    far = (exact + torch.floor(steps + 1e-9)).clamp(max=side - 1)
    after = side * (offsets > 0) if both else 0
    return (torch.where(distance < exact, distance, far) + after).long()


def bucket_weights(heads, direction="bidirectional", num_buckets=32, max_distance=128):
    """Numbers that stand in for trained ones, shape (num_buckets, heads)."""
    offsets = torch.arange(-max_distance, max_distance + 1, dtype=torch.float64)
    nearest = torch.full((num_buckets,), float(max_distance), dtype=torch.float64)  # of a bucket's nearest offset
    nearest.scatter_reduce_(0, bucket(offsets, direction, num_buckets, max_distance), offsets.abs(), "amin")
    return -4 * torch.log2(1 + nearest)[:, None] * slopes(heads)


def t5(
    query_positions,
    key_positions,
    heads=8,
    direction="bidirectional",
    num_buckets=32,
    max_distance=128,
    weights=None,
):
    """Bias of shape (heads, n, m) for n queries and m keys, in tokens; T5 does not scale its scores.

    Trained weights are of shape (num_buckets, heads).
    """
    buckets = bucket(offsets(query_positions, key_positions), direction, num_buckets, max_distance)
    table = bucket_weights(heads, direction, num_buckets, max_distance) if weights is None else weights
    return table.to(buckets.device)[buckets].movedim(-1, 0)


def xpos(vectors, positions, base=10_000.0, scale=1.0, layout="half", scale_base=512.0):
    """Turn and rescale queries of shape (..., n, dim) at positions of shape (n,), in tokens."""
    return rope(vectors, positions, base, scale, layout) * xpos_growth(
        vectors, positions, scale, layout, scale_base
    )


def xpos_keys(vectors, positions, base=10_000.0, scale=1.0, layout="half", scale_base=512.0):
    """Turn and rescale keys, of the same shapes."""
    return rope(vectors, positions, base, scale, layout) / xpos_growth(
        vectors, positions, scale, layout, scale_base
    )


def xpos_growth(vectors, positions, scale, layout, scale_base):
    """Factor on each feature of a query, shape (n, dim)."""
    dim = vectors.shape[-1]
    decay = (2 * torch.arange(dim // 2, dtype=torch.float64, device=vectors.device) / dim + 0.4) / 1.4
    positions = torch.as_tensor(positions, dtype=torch.float64, device=vectors.device)
    factors = (decay ** (positions[:, None] / scale / scale_base)).to(vectors.dtype)  # (n, dim / 2)
    return factors.repeat_interleave(2, dim=1) if layout == "interleaved" else factors.repeat(1, 2)
