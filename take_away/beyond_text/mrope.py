"""M-RoPE: positions of a prompt of text and images on three axes, and pairs that each follow one of them."""

import numpy as np


def prompt_axes(parts):
    """Time, height and width of each token, shape (3, n); marks before and after an image are text."""
    counter, found = 0, [np.zeros((3, 0), int)]
    for kind, size in parts:
        if kind == "text":
            runs = [np.tile(np.arange(size), (3, 1))]
        else:
            mark = np.zeros((3, 1), int)
            runs = [mark, np.indices(size).reshape(3, -1), mark]
        for offsets in runs:
            found.append(counter + offsets)
            counter += offsets.max(initial=-1) + 1  # on from the largest position, also after a video
    return np.hstack(found)


def axis_of_pairs(sections, arrangement="chunked"):
    """0 time, 1 height, 2 width for each pair, from the fastest to the slowest."""
    if arrangement == "chunked":
        return np.repeat([0, 1, 2], np.asarray(sections, int))
    axes = np.zeros(int(sum(sections)), int)
    for axis in (1, 2):
        axes[axis : 3 * int(sections[axis]) : 3] = axis
    return axes


def mrope(vectors, positions, sections, arrangement="chunked", base=1_000_000.0):
    """Turn vectors of shape (..., n, head_dim) at positions of shape (3, n); queries and keys alike."""
    pairs = vectors.shape[-1] // 2
    frequencies = base ** (-np.arange(pairs) / pairs)  # (pairs,) radians per step
    angles = np.asarray(positions)[axis_of_pairs(sections, arrangement)].T * frequencies  # (n, pairs) radians
    x, y = vectors[..., :pairs], vectors[..., pairs:]
    cos, sin = np.cos(angles), np.sin(angles)
    return np.concatenate([x * cos - y * sin, x * sin + y * cos], axis=-1)
