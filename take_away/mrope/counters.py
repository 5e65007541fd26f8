"""The three positions of each token of a prompt, by model and by version of the library transformers."""

import numpy as np


def runs_of(parts, model="Qwen2-VL"):
    """Kind and grid of neighbouring tokens; marks stand around each image and video, in Qwen3-VL each frame."""
    for kind, size in parts:
        if kind == "text":
            yield kind, (size,)
            continue
        split = model == "Qwen3-VL" and kind == "video"
        grid = (1, *size[1:]) if split else tuple(size)
        for _ in range(size[0] if split else 1):
            yield from [("text", (1,)), (kind, grid), ("text", (1,))]


def three_counters(parts, model="Qwen2-VL", version="4.57.3"):
    """Positions of shape (3, n), and the kind of each token."""
    counter, positions, kinds = 0, [], []
    for kind, grid in runs_of(parts, model):
        if kind == "text":
            offsets = np.tile(np.arange(grid[0]), (3, 1))
        else:
            offsets = np.indices(grid).reshape(3, -1)
            if model == "Qwen2.5-VL" and kind == "video":
                offsets[0] *= 2  # tokens per second, a second a frame
        positions.append(counter + offsets)
        kinds += [kind] * offsets.shape[1]
        counts = offsets if version == "4.57.3" or kind == "text" else offsets[1:]  # 5.23.0 forgets the time
        counter += int(counts.max(initial=-1)) + 1
    return np.hstack(positions), kinds
