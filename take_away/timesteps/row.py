"""The embeddings of step 0 and of one more as a model was trained with them, and with a slip."""

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
for name, slipped in {"as trained": "none", "with the slip": slip}.items():
    first, chosen = table_of([0.0, at], d_model, base, preset, slipped)[:, ::stride]
    columns |= {f"{name}, step 0": first, name: chosen}


def draw(figure):
    for axes, name in zip(figure.subplots(2), ["as trained", "with the slip"], strict=True):
        rows = [columns[f"{name}, step 0"], columns[name]]
        axes.imshow(rows, aspect="auto", cmap="RdBu_r", vmin=-1, vmax=1)
        axes.set(title=name, xlabel=f"feature / {stride}", yticks=[0, 1], yticklabels=["step 0", f"step {at:g}"])


if __name__ == "__main__":
    finish("time_row", columns, draw)
