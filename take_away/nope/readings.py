"""Positions that a linear probe reads after the last layer of an untrained transformer without an encoding."""

import numpy as np

from take_away.finish import finish
from take_away.nope.probe_logs import read_logs

seed = 0
tokens = 64  # in a sequence
conditions = {  # causal mask, special first token
    "causal mask, special first token": [True, True],
    "causal mask, no special first token": [True, False],
    "no mask, special first token": [False, True],
}

t = np.arange(2, tokens + 1)  # t = 1 would be given away by its special token
readings = {name: np.exp(list(read_logs(t, seed, *condition))[-1]) for name, condition in conditions.items()}
columns = {"t": t} | {name: np.median(each, axis=0) for name, each in readings.items()}


def draw(figure):
    axes = figure.subplots()
    axes.loglog(t, t, ":", label="exact")
    for name, each in readings.items():
        (line,) = axes.loglog(t, columns[name], label=name)
        axes.fill_between(t, *np.quantile(each, (0.1, 0.9), axis=0), color=line.get_color(), alpha=0.2)
    axes.set(xlabel="true position t (tokens)", ylabel="position read (tokens)")
    axes.legend()


if __name__ == "__main__":
    finish("readings", columns, draw)
