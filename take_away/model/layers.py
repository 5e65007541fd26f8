"""Position layer by layer: the base of the frequencies that turn queries and keys, and the window."""

import numpy as np

from take_away.finish import finish

kinds = ["sliding_attention", "full_attention"]  # of layers; the next three lists have one entry for each
positions = ["RoPE", "RoPE"]
bases = [10_000.0, 1_000_000.0]  # None where queries and keys do not turn
windows = [1024, None]  # tokens; None for all
pattern = [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1]  # the kind of each layer

columns = {
    "layer": np.arange(len(pattern)),
    "kind": np.array(kinds)[pattern],
    "position": np.array(positions)[pattern],
    "base": np.array(bases, float)[pattern],
    "window (tokens)": np.array(windows, float)[pattern],
}


def draw(figure):
    axes = figure.subplots()
    for place, kind in enumerate(kinds):
        at = np.flatnonzero(np.array(pattern) == place)
        height = 1 if windows[place] is None else 0.55
        axes.bar(at, [height] * len(at), label=f"{kind}: {positions[place]}, {bases[place]}, {windows[place]}")
    axes.set(xlabel="layer", ylim=(0, 1.3))
    axes.set_yticks([])
    axes.legend(title="kind: position, base, window")


if __name__ == "__main__":
    finish("layers", columns, draw)
