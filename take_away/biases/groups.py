"""Which offsets share one of a scheme's numbers."""

import numpy as np

from core.schemes import SCHEMES
from take_away.finish import finish

schemes = ["T5"]
parameters = {}  # of the scheme, such as {"direction": "causal"} of T5

offsets = np.arange(-2048, 2049)  # key minus query, tokens
numbers = SCHEMES[schemes[0]].groups(offsets, **parameters)
starts = np.flatnonzero(np.diff(numbers, prepend=numbers[0] - 1))
columns = {
    "number": numbers[starts],
    "first offset": np.append("no end", offsets[starts[1:]]),
    "last offset": np.append(offsets[starts[1:] - 1], "no end"),
}


def draw(figure):
    axes, reach = figure.subplots(), 5 * np.abs(offsets[starts[1:]]).max() // 4
    axes.step(offsets, numbers, where="mid")
    axes.set(xlabel="offset, key - query (tokens)", ylabel="which number", xlim=(-reach, reach))


if __name__ == "__main__":
    finish("groups", columns, draw)
