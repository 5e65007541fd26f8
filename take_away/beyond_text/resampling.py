"""A learned grid of positions at another size, by the five rules in use."""

import numpy as np


def resample(table, height, width, rule="bicubic"):
    """A table of shape (rows, columns, features) as one of shape (height, width, features)."""
    down, across = axis_weights(table.shape[0], height, rule), axis_weights(table.shape[1], width, rule)
    return np.einsum("ij,jkf,lk->ilf", down, table, across)


def axis_weights(size, new_size, rule="bicubic"):
    """How much each old row counts for each new one, shape (new_size, size); each row sums to 1."""
    new = np.arange(new_size)
    if rule == "nearest":
        return gathered((new * size // new_size)[:, None], np.ones((new_size, 1)), size)
    if rule == "bilinear aligned":
        low, rest = np.divmod(new * (size - 1), max(new_size - 1, 1))
        share = rest / max(new_size - 1, 1)
        return gathered(np.stack([low, low + 1], axis=1), np.stack([1 - share, share], axis=1), size)
    at = (2 * new + 1) * size / (2 * new_size) - 0.5  # (new_size,) in old rows
    if rule == "bicubic":
        taps = np.floor(at)[:, None] + np.arange(-1, 3)
        return gathered(taps, cubic(at[:, None] - taps, -0.75), size)
    away = (np.arange(size) - at[:, None]) / max(size / new_size, 1)
    weights = cubic(away, -0.5) if rule == "bicubic antialiased" else np.maximum(1 - np.abs(away), 0)
    return weights / weights.sum(axis=1, keepdims=True)


def gathered(taps, weights, size):
    """Weights of old rows; taps outside of the grid count for its border."""
    found = np.zeros((len(taps), size))
    for tap, weight in zip(np.clip(taps, 0, size - 1).astype(int).T, weights.T, strict=True):
        found[np.arange(len(taps)), tap] += weight
    return found


def cubic(distance, a):
    """Keys' kernel of parameter a."""
    d = np.abs(distance)
    near, far = ((a + 2) * d - (a + 3)) * d**2 + 1, ((a * d - 5 * a) * d + 8 * a) * d - 4 * a
    return np.where(d <= 1, near, np.where(d < 2, far, 0))


def row_places(size, new_size, rule="bicubic"):
    """Where each new row lies, in rows of the table."""
    new = np.arange(new_size)
    if rule == "bilinear aligned":
        return new * (size - 1) / (new_size - 1)
    return new * size / new_size if rule == "nearest" else (2 * new + 1) * size / (2 * new_size) - 0.5
