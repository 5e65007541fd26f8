"""Methods beyond text in PyTorch, each one function below those that it needs."""

import torch


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


def detr_sine(mask, num_pos_feats=128, base=10_000.0, normalize=True, scale=2 * torch.pi):
    """Features (height, width, 2 * num_pos_feats), y before x, float64; the mask is 1 where a pixel is real."""
    pair = torch.arange(num_pos_feats // 2, dtype=torch.float64, device=mask.device)
    frequencies = base ** (-pair / (num_pos_feats // 2))
    parts = []
    for axis in (0, 1):
        at = mask.double().cumsum(axis)  # (height, width) pixels, from 1
        if normalize:
            at = scale * at / (at.select(axis, -1).unsqueeze(axis) + 1e-6)
        angles = at[..., None] * frequencies  # (height, width, num_pos_feats / 2) radians
        parts.append(torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(-2))
    return torch.cat(parts, dim=-1)


def forget_bias(gates):
    """Gates of shape (..., n), above 0 and at most 1, as what is added to scores, shape (..., query, key)."""
    sums = gates.log().cumsum(-1)
    bias = sums[..., :, None] - sums[..., None, :]
    future = torch.ones(bias.shape[-2:], dtype=torch.bool, device=bias.device).triu(1)
    return bias.masked_fill(future, float("-inf"))


def resample(table, height, width, rule="bicubic"):
    """A table of shape (rows, columns, features) as one of shape (height, width, features)."""
    sizes = ((table.shape[0], height), (table.shape[1], width))
    down, across = (axis_weights(old, new, rule).to(table) for old, new in sizes)
    return torch.einsum("ij,jkf,lk->ilf", down, table, across)


def axis_weights(size, new_size, rule="bicubic"):
    """How much each old row counts for each new one, shape (new_size, size), float64; each row sums to 1."""
    new = torch.arange(new_size)
    if rule == "nearest":
        return gather_taps((new * size // new_size)[:, None], torch.ones(new_size, 1, dtype=torch.float64), size)
    if rule == "bilinear aligned":
        steps = max(new_size - 1, 1)
        low, share = new * (size - 1) // steps, (new * (size - 1) % steps).double() / steps
        return gather_taps(torch.stack([low, low + 1], dim=1), torch.stack([1 - share, share], dim=1), size)
    at = (2 * new + 1).double() * size / (2 * new_size) - 0.5  # (new_size,) in old rows
    if rule == "bicubic":
        taps = at.floor()[:, None] + torch.arange(-1, 3)
        return gather_taps(taps, cubic(at[:, None] - taps, -0.75), size)
    away = (torch.arange(size) - at[:, None]) / max(size / new_size, 1)
    weights = cubic(away, -0.5) if rule == "bicubic antialiased" else (1 - away.abs()).clamp(min=0)
    return weights / weights.sum(dim=1, keepdim=True)


def gather_taps(taps, weights, size):
    """Weights of old rows; taps outside of the grid count for its border."""
    matrix = torch.zeros(len(taps), size, dtype=torch.float64)
    return matrix.scatter_add(1, taps.clamp(0, size - 1).long(), weights)


def cubic(distance, a):
    """Keys' kernel of parameter a."""
    d = distance.abs()
    near, far = ((a + 2) * d - (a + 3)) * d**2 + 1, ((a * d - 5 * a) * d + 8 * a) * d - 4 * a
    return torch.where(d <= 1, near, torch.where(d < 2, far, 0.0))


def sincos_grid(height, width, dim, base=10_000.0, order="mae"):
    """One row of features for each patch, row by row; shape (height * width, dim), float64."""
    frequencies = base ** (-torch.arange(dim // 4, dtype=torch.float64) / (dim // 4))  # radians per patch
    rows = torch.arange(height, dtype=torch.float64).repeat_interleave(width)
    y = torch.outer(rows, frequencies)  # (height * width, dim / 4) radians
    x = torch.outer(torch.arange(width, dtype=torch.float64).repeat(height), frequencies)
    parts = {
        "mae": [x.sin(), x.cos(), y.sin(), y.cos()],
        "transformers": [y.sin(), y.cos(), x.sin(), x.cos()],
        "timm": [y.sin(), x.sin(), y.cos(), x.cos()],
    }
    return torch.cat(parts[order], dim=1)


def stick_breaking(logits):
    """Weights of shape (..., query, key) from scores; keys before the query alone, each row sums to at most 1."""
    after = torch.ones(logits.shape[-2:], dtype=torch.bool, device=logits.device).triu()
    log_rest = torch.nn.functional.logsigmoid(-logits).masked_fill(after, 0)  # logarithm of 1 - sigmoid
    log_remainder = log_rest.flip(-1).cumsum(-1).flip(-1) - log_rest  # by the keys between key and query
    return (log_remainder + torch.nn.functional.logsigmoid(logits)).exp().masked_fill(after, 0)


def timestep_embedding(times, dim, shift=0, cosines_first=True, scale=1.0, max_period=10_000.0):
    """Cosines and sines of the times, shape (n, dim), float64; an odd last feature is 0."""
    half = dim // 2
    times = torch.as_tensor(times, dtype=torch.float64)
    pair = torch.arange(half, dtype=torch.float64, device=times.device)
    angles = torch.outer(times * scale, max_period ** (-pair / (half - shift)))  # (n, half) radians
    halves = [angles.cos(), angles.sin()] if cosines_first else [angles.sin(), angles.cos()]
    return torch.nn.functional.pad(torch.cat(halves, dim=1), (0, dim % 2))
