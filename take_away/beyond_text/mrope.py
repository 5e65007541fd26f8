"""M-RoPE: positions of a prompt of text and images on three axes, and pairs that each follow one of them."""

import numpy as np

from take_away.finish import finish

parts = [("text", 4), ("image", (1, 6, 8)), ("text", 4)]  # tokens; frames, rows and columns of merged patches
head_dim = 128  # features, even
sections = [16, 24, 24]  # pairs for time, height, width
arrangement = "chunked"  # Qwen2-VL; or "interleaved": Qwen3-VL
base = 1_000_000.0


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


def draw(figure):
    axes = figure.subplots()
    for name, values in list(columns.items())[:3]:
        axes.step(np.arange(len(values)), values, where="mid", label=name)
    axes.set(xlabel="token", ylabel="position")
    axes.legend()


if __name__ == "__main__":
    positions = prompt_axes(parts)
    turned = mrope(np.ones((positions.shape[1], head_dim)), positions, sections, arrangement, base)
    scores = turned @ turned[-1] / head_dim
    columns = dict(zip(["time", "height", "width"], positions, strict=True)) | {"score from the end": scores}
    finish("mrope", columns, draw)
