"""Positions that a linear probe reads after the last layer of an untrained transformer without an encoding."""

from core.schemes.analysis.causal_probe import PROBED_POSITIONS, Experiment, probe_positions
from take_away.finish import finish

seed = 0
conditions = {  # causal mask, special first token
    "causal mask, special first token": [True, True],
    "causal mask, no special first token": [True, False],
    "no mask, special first token": [False, True],
}

t = PROBED_POSITIONS
readings = {name: probe_positions(Experiment(*condition, seed)) for name, condition in conditions.items()}
columns = {"t": t} | {name: each.median for name, each in readings.items()}


def draw(figure):
    axes = figure.subplots()
    axes.loglog(t, t, ":", label="exact")
    for name, each in readings.items():
        (line,) = axes.loglog(t, each.median, label=name)
        axes.fill_between(t, each.low, each.high, color=line.get_color(), alpha=0.2)
    axes.set(xlabel="true position t (tokens)", ylabel="position read (tokens)")
    axes.legend()


if __name__ == "__main__":
    finish("readings", columns, draw)
