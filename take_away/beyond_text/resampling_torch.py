"""A learned grid of positions at another size, by the five rules in use, in PyTorch."""

import torch


def resample(table, height, width, rule="bicubic"):
    """A table of shape (rows, columns, features) as one of shape (height, width, features)."""
    sizes = ((table.shape[0], height), (table.shape[1], width))
    down, across = (axis_weights(old, new, rule).to(table) for old, new in sizes)
    return torch.einsum("ij,jkf,lk->ilf", down, table, across)


def axis_weights(size, new_size, rule="bicubic"):
    """How much each old row counts for each new one, shape (new_size, size), float64; each row sums to 1."""
    new = torch.arange(new_size)
    if rule == "nearest":
        return gathered((new * size // new_size)[:, None], torch.ones(new_size, 1, dtype=torch.float64), size)
    if rule == "bilinear aligned":
        steps = max(new_size - 1, 1)
        low, share = new * (size - 1) // steps, (new * (size - 1) % steps).double() / steps
        return gathered(torch.stack([low, low + 1], dim=1), torch.stack([1 - share, share], dim=1), size)
    at = (2 * new + 1).double() * size / (2 * new_size) - 0.5  # (new_size,) in old rows
    if rule == "bicubic":
        taps = at.floor()[:, None] + torch.arange(-1, 3)
        return gathered(taps, cubic(at[:, None] - taps, -0.75), size)
    away = (torch.arange(size) - at[:, None]) / max(size / new_size, 1)
    weights = cubic(away, -0.5) if rule == "bicubic antialiased" else (1 - away.abs()).clamp(min=0)
    return weights / weights.sum(dim=1, keepdim=True)


def gathered(taps, weights, size):
    """Weights of old rows; taps outside of the grid count for its border."""
    found = torch.zeros(len(taps), size, dtype=torch.float64)
    return found.scatter_add(1, taps.clamp(0, size - 1).long(), weights)


def cubic(distance, a):
    """Keys' kernel of parameter a."""
    d = distance.abs()
    near, far = ((a + 2) * d - (a + 3)) * d**2 + 1, ((a * d - 5 * a) * d + 8 * a) * d - 4 * a
    return torch.where(d <= 1, near, torch.where(d < 2, far, 0.0))
