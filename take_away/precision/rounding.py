"""Rotations with each step rounded to a dtype, and where along a text they are sampled."""

from itertools import pairwise

import numpy as np


def rounded(values, dtype):
    """The nearest numbers that a dtype holds, as float64."""
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        if dtype != "bfloat16":
            return np.asarray(values, float).astype(dtype).astype(float)
        bits = np.asarray(values, np.float32).view(np.uint32)  # bfloat16 is the upper half of float32
        return ((bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000).view(np.float32).astype(float)


STEPS = ("position", "inverse frequency", "angle", "cos and sin")


def everywhere(dtype):
    """One dtype for all four steps."""
    return dict.fromkeys(STEPS, dtype)


def only(step, dtypes):
    """The given dtype for one step, float64 for the others."""
    return everywhere("float64") | {step: dtypes[step]}


def choose_dtypes(rounding, dtype, each):
    """Step → dtype; each holds the dtypes of the four steps for rounding "each its own"."""
    if rounding == "each its own":
        return dict(zip(STEPS, each, strict=True))
    return everywhere(dtype) if rounding == "all four" else only(rounding, everywhere(dtype))


def counted_pairs(d_model):
    """At most 64 pairs, evenly spread."""
    pairs = d_model // 2
    return np.linspace(0, pairs - 1, min(pairs, 64)).round().astype(int)


def angles(positions, frequencies, dtypes):
    """Radians, of shape (positions, pairs)."""
    tokens = rounded(positions, dtypes["position"])
    with np.errstate(invalid="ignore"):
        products = np.outer(tokens, rounded(frequencies, dtypes["inverse frequency"]))
    return rounded(products, dtypes["angle"])


def points(positions, frequencies, dtypes):
    """Cos + i sin, of shape (positions, pairs); NaN where a position or an angle overflows."""
    turned = angles(positions, frequencies, dtypes)
    with np.errstate(invalid="ignore"):
        cosines, sines = (rounded(part, dtypes["cos and sin"]) for part in (np.cos(turned), np.sin(turned)))
    return cosines + 1j * sines


def errors(positions, frequencies, dtypes):
    """Distance from the exact point, 0 to 2, of shape (positions, pairs)."""
    exact = points(positions, frequencies, everywhere("float64"))
    return np.abs(points(positions, frequencies, dtypes) - exact)


def scores(queries, keys, frequencies, dtypes):
    """Q · k of equal vectors, divided by the product of their lengths."""
    query, key = points(queries, frequencies, dtypes), points(keys, frequencies, dtypes)
    return (query * key.conj()).real.mean(axis=1)


def sampled(length, columns, samples):
    """Edges of columns of the positions 1 … length - 1, evenly spaced on a logarithmic scale, and a few of each."""
    edges = np.unique(np.geomspace(1, length, columns + 1).round().astype(int))
    fractions = (5**0.5 - 1) / 2 * np.arange(1, samples + 1) % 1
    parts = [
        np.arange(start, end) if end - start <= samples else start + (fractions * (end - start)).astype(int)
        for start, end in pairwise(edges)
    ]
    return edges, np.unique(np.concatenate(parts))
