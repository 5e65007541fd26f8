"""How alike embeddings of steps are: each with step 0, and with the same step after a slip."""

import numpy as np

from take_away.finish import finish
from take_away.timesteps.tables import cosines, table_of

d_model = 512  # features
base = 10_000.0  # 1 over the slowest frequency
preset = "Stable Diffusion, DiT"  # or "DDPM", "FLUX", "fairseq"
slip = "not × 1000"  # or "none", "shift", "order", "× 1000 twice"
rows = 201  # steps from 0 to 1,000

steps = np.linspace(0, 1_000, rows)
right, wrong = table_of(steps, d_model, base, preset), table_of(steps, d_model, base, preset, slip)
columns = {
    "step": steps,
    "as trained": cosines(right[:1], right),
    "with the slip": cosines(wrong[:1], wrong),
    "same step, both": cosines(right, wrong),
}


def draw(figure):
    axes = figure.subplots()
    for name in ["as trained", "with the slip", "same step, both"]:
        axes.plot(steps, columns[name], label=name)
    axes.set(xlabel="step", ylabel="cosine with step 0", ylim=(-1.08, 1.08))
    axes.legend()


if __name__ == "__main__":
    finish("time_likeness", columns, draw)
