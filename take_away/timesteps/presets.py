"""The embedding of one step by four released models."""

import numpy as np

from take_away.finish import finish
from take_away.timesteps.tables import table_of

d_model = 512  # features
base = 10_000.0  # 1 over the slowest frequency
at = 500.0  # step, from 0 to 1,000
stride = 2  # features from one column to the next

models = ["DDPM", "Stable Diffusion, DiT", "FLUX", "fairseq"]
rows = np.concatenate([table_of([at], d_model, base, model)[:, ::stride] for model in models])
columns = {"model": models} | {str(stride * i): values for i, values in enumerate(rows.T)}


def draw(figure):
    axes = figure.subplots()
    image = axes.imshow(rows, aspect="auto", cmap="RdBu_r", vmin=-1, vmax=1)
    axes.set(xlabel=f"feature / {stride}", yticks=range(len(models)), yticklabels=models)
    figure.colorbar(image)


if __name__ == "__main__":
    finish("time_presets", columns, draw)
