"""Time, height and width of each token of a prompt of text, images and videos."""

import numpy as np

from take_away.finish import finish
from take_away.mrope.counters import three_counters

parts = [("text", 4), ("image", (1, 4, 6)), ("text", 4)]  # tokens; frames, rows and columns of merged patches
model = "Qwen2-VL"  # or "Qwen2.5-VL", "Qwen3-VL"
other = ""  # "5.23.0": the version of transformers that goes on elsewhere after a video

positions, kinds = three_counters(parts, model)
columns = {"token": np.arange(len(kinds)), "kind": kinds}
columns |= dict(zip(["time", "height", "width"], positions, strict=True))
if other:
    columns["largest in newer code"] = three_counters(parts, model, other)[0].max(axis=0)


def draw(figure):
    axes = figure.subplots()
    for name in list(columns)[2:]:
        axes.step(columns["token"], columns[name], where="mid", label=name)
    axes.set(xlabel="token", ylabel="position")
    axes.legend()


if __name__ == "__main__":
    finish("tracks", columns, draw)
