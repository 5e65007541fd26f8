"""The embedding of one step as a model was trained with it, and with a slip."""

import numpy as np

from take_away.finish import finish
from take_away.timesteps.tables import table_of

d_model = 512  # features
base = 10_000.0  # 1 over the slowest frequency
preset = "Stable Diffusion, DiT"  # or "DDPM", "FLUX", "fairseq"
slip = "not × 1000"  # or "none", "shift", "order", "× 1000 twice"
at = 500.0  # step, from 0 to 1,000
stride = 1  # features from one point to the next

columns = {"feature": np.arange(0, d_model, stride)}
columns["as trained"] = table_of([at], d_model, base, preset)[0, ::stride]
columns["with the slip"] = table_of([at], d_model, base, preset, slip)[0, ::stride]


def draw(figure):
    axes = figure.subplots()
    for name in ["as trained", "with the slip"]:
        axes.plot(columns["feature"], columns[name], label=name)
    axes.set(xlabel="feature", ylabel="value")
    axes.legend()


if __name__ == "__main__":
    finish("time_row", columns, draw)
