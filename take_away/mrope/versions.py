"""The largest position of each token of a prompt with a video, in two versions of the library transformers."""

import numpy as np

from take_away.finish import finish
from take_away.mrope.counters import three_counters

parts = [("text", 2), ("video", (6, 2, 3)), ("text", 6)]  # tokens; frames, rows and columns of merged patches

by_version = {version: three_counters(parts, version=version) for version in ["5.23.0", "4.57.3"]}
kinds = by_version["5.23.0"][1]
columns = {"token": np.arange(len(kinds)), "kind": kinds}
columns |= {version: positions.max(axis=0) for version, (positions, _) in by_version.items()}


def draw(figure):
    axes = figure.subplots()
    for version in by_version:
        axes.step(columns["token"], columns[version], where="mid", label=version)
    axes.set(xlabel="token", ylabel="largest position")
    axes.legend()


if __name__ == "__main__":
    finish("versions", columns, draw)
