"""Two tables of one shape, and measures of a table."""

import math
from pathlib import Path

import numpy as np

from core.schemes.sinusoidal import sinusoidal


def stored_rows(file):
    """Rows of a trained table, (positions, d_model), from the working directory or from beside this script."""
    path = Path(file) if Path(file).exists() else Path(__file__).parent / file
    stored = np.load(path)
    rows = stored["positions"] if path.suffix == ".npz" else stored
    if np.iscomplexobj(rows):  # rotations: sines, then cosines
        rows = np.concatenate([rows.imag, rows.real], axis=1)
    return np.atleast_2d(rows).astype(float)


def both_tables(file, base, scale):
    """The learned table of a file and the sinusoidal table of its shape, (length, d_model)."""
    table = stored_rows(file)
    length, d_model = table.shape
    return {"learned": table, "sinusoidal": sinusoidal(np.arange(length), d_model, base=base, scale=scale)}


def run_means(values, size):
    """Means over runs of `size` neighbouring rows; the last run may be shorter."""
    starts = np.arange(0, len(values), size)
    return (np.add.reduceat(values, starts).T / np.diff([*starts, len(values)])).T


def block_means(table, rows=256, dimensions=256):
    """A table as at most rows × dimensions block means, in columns named after their first dimension."""
    down, across = -(-len(table) // rows), -(-table.shape[1] // dimensions)  # positions and dimensions of a block
    blocks = run_means(run_means(table, down).T, across)
    columns = {str(number * across): means for number, means in enumerate(blocks)}
    return {"position": np.arange(0, len(table), down)} | columns


def principal_components(table):
    """Singular values and left singular vectors of a table minus its mean row, and positions averaged before."""
    d_model = table.shape[1]  # larger tables are averaged first, which bounds the work
    most = min(2**16, 2**31 // d_model**2) if d_model <= 1024 else min(1024, math.isqrt(2**31 // d_model))
    size = -(-len(table) // most)
    rows = run_means(table, size)
    vectors, values, _ = np.linalg.svd(rows - rows.mean(axis=0), full_matrices=False)
    values = np.where(values > max(1e-7 * values[0], 1e-12 * np.linalg.norm(rows)), values, 0)
    signs = np.where(vectors[: (len(vectors) + 1) // 2].sum(axis=0) < 0, -1, 1)  # they are arbitrary
    return values, vectors * signs, size


def leading_vectors(table, count=6, points=512):
    """The first singular vectors over positions, averaged to at most `points` points."""
    values, vectors, size = principal_components(table)
    across = -(-len(vectors) // points)
    curves = run_means(vectors[:, : min(count, np.count_nonzero(values))], across)
    columns = {f"u{number}": curve for number, curve in enumerate(curves.T, 1)}
    return {"position": size * across * np.arange(len(curves))} | columns


def clock_hands(table, held=0.9, most=32):
    """Planes in which a table turns from row to row: periods and growth (hands,), and tips (hands, rows, 2).

    In the directions that hold most of the power, least squares finds the map from each row to the next; a complex
    pair of its eigenvalues turns a plane.
    """
    values, vectors, size = principal_components(table)
    power = np.cumsum(values**2)
    wanted = np.searchsorted(power, held * power[-1]) + 1
    kept = min(wanted + wanted % 2, most, np.count_nonzero(values))
    rows = vectors[:, :kept] * values[:kept]
    before, after = rows[:-1] - rows[:-1].mean(axis=0), rows[1:] - rows[1:].mean(axis=0)
    factors, planes = np.linalg.eig(np.linalg.lstsq(before, after)[0])
    turning = np.flatnonzero(factors.imag > 0)  # one of each pair
    turning = turning[np.argsort(-np.angle(factors[turning]))]  # the fastest first
    angles = np.angle(factors[turning])  # radians from row to row
    tips = np.empty((len(turning), len(rows), 2))
    for tip, plane, angle in zip(tips, (rows @ planes[:, turning]).T, angles, strict=True):
        turned = np.exp(1j * angle * np.arange(len(rows)))
        middle, _ = np.linalg.lstsq(np.column_stack([np.ones_like(turned), turned]), plane)[0]
        hand = plane - middle
        hand *= np.exp(-1j * np.angle(hand[0])) / np.abs(hand).mean()  # from twelve on
        tip[:] = np.column_stack([hand.imag, hand.real])
    return 2 * np.pi * size / angles, np.abs(factors[turning]), tips, size


def cosines(table, most=256):
    """Cosines of all pairs of rows, averaged over blocks of pairs, by the first position of each block."""
    norms = np.linalg.norm(table, axis=1, keepdims=True)
    across = -(-len(table) // most)  # positions that a block covers along each side
    rows = run_means(table / np.where(norms > 0, norms, 1), across)
    starts = np.arange(0, len(table), across)
    return dict(zip(map(str, starts), rows @ rows.T, strict=True)) | {"position": starts}
