"""Distances at which a bias is looked at, and the bias there."""

import numpy as np


def spaced_distances(last, most, first=0):
    """Whole distances from first to last: all, or at most `most` and 0, evenly spaced on a logarithmic scale."""
    if last < most:
        return np.arange(first, last + 1)
    return np.unique(np.append(first, np.rint(np.geomspace(1, last, most)).astype(int)))


def evenly_spaced(count, most):
    """At most `most` of 0 … count - 1, evenly spaced."""
    return np.linspace(0, count - 1, min(count, most)).round().astype(int)


def bias_at(distances, scheme, query, heads, parameters):
    """Bias of each head for keys that far before the query, shape (heads, n)."""
    return scheme.function(np.array([query]), query - distances, heads, **parameters)[:, 0]


def by_head(distances, values):
    """Columns of a table with a row for each distance."""
    return {"distance": distances} | {f"head {head}": row for head, row in enumerate(values, 1)}


def plot_heads(axes, columns, ylabel):
    """A curve for each head."""
    distances, *rows = columns.values()
    for head, row in enumerate(rows, 1):
        axes.plot(distances, row, label=f"head {head}")
    axes.set(xlabel="distance back (tokens)", ylabel=ylabel)
    if len(rows) < 9:
        axes.legend()
