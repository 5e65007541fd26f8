"""Tables of embeddings of steps: as a model was trained with them, and with a slip."""

import numpy as np

from core.beyond_text.time_slips import slip_tables
from take_away.finish import finish

d_model = 512  # features
base = 10_000.0  # 1 over the slowest frequency
preset = "Stable Diffusion, DiT"  # or "DDPM", "FLUX", "fairseq"
slip = "not × 1000"  # or "none", "shift", "order", "× 1000 twice"
rows = 21  # steps from 0 to 1,000
stride = 2  # features from one column to the next

steps = np.linspace(0, 1_000, rows)
right, wrong = (table[:, ::stride] for table in slip_tables(steps, d_model, base, preset, slip))
tables = {"as learned": right}
if slip != "none":
    tables["with the mistake"] = wrong
columns = {"table": np.repeat(list(tables), rows).tolist(), "step": np.tile(steps, len(tables))}
columns |= {str(stride * i): values for i, values in enumerate(np.concatenate(list(tables.values())).T)}


def draw(figure):
    plots = figure.subplots(len(tables), sharex=True, squeeze=False)[:, 0]
    for axes, (name, values) in zip(plots, tables.items(), strict=True):
        look = {"aspect": "auto", "cmap": "RdBu_r", "vmin": -1, "vmax": 1}
        figure.colorbar(axes.imshow(values, extent=(0, d_model, 1_000, 0), **look), ax=axes)
        axes.set(title=name, ylabel="step")
    axes.set(xlabel="feature")


if __name__ == "__main__":
    finish("time_strips", columns, draw)
