"""Share of the variance of log t that a linear probe explains in an untrained transformer without an encoding."""

import numpy as np

from take_away.finish import finish
from take_away.kinds import draw_bars
from take_away.nope.probe_logs import read_logs

seed = 0
tokens = 64  # in a sequence
conditions = {  # causal mask, special first token
    "causal mask, special first token": [True, True],
    "causal mask, no special first token": [True, False],
    "no mask, special first token": [False, True],
}

t = np.arange(2, tokens + 1)  # t = 1 would be given away by its special token


def explained(readings):
    """R², 0 or less where nothing is read."""
    return 1 - np.mean((readings - np.log(t)) ** 2) / np.log(t).var()


shares = {
    name: [explained(each) for each in read_logs(t, seed, *condition)] for name, condition in conditions.items()
}
stages = ["input", *(f"after layer {n + 1}" for n in range(len(next(iter(shares.values()))) - 1))]
columns = {"stage": stages} | shares


def draw(figure):
    draw_bars(figure, columns, ylabel="share of variance explained, R²")


if __name__ == "__main__":
    finish("explained", columns, draw)
