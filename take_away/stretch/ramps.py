"""The ramp of YaRN’s paper, over turns, and that of its released code, over the pair index."""

import numpy as np

from core.frequencies import inverse_frequencies
from core.scaling.by_parts import by_parts, weight_kept
from core.scaling.yarn import yarn
from take_away.finish import finish

rotary_dim = 128  # features
base = 10_000.0
original = 4096  # tokens, context length in training
target = 32_768  # tokens, context length wanted

trained, factor = inverse_frequencies(rotary_dim, base), target / original
paper = weight_kept(trained, original=original)  # of the unscaled frequency
released = 2 * yarn(trained, base=base, factor=2, original=original) / trained - 1  # the same weight
scaled = yarn(trained, base=base, factor=factor, original=original)
ratio = scaled / by_parts(trained, factor=factor, original=original)
columns = {"pair": np.arange(len(trained)), "paper": paper, "released": released, "released ÷ paper": ratio}


def draw(figure):
    weights, quotients = figure.subplots(2, sharex=True)
    weights.plot(paper, label="paper")
    weights.plot(released, label="released code")
    weights.set(ylabel="weight of the unscaled frequency")
    quotients.plot(ratio)
    quotients.set(xlabel="pair", ylabel="released ÷ paper")
    weights.legend()


if __name__ == "__main__":
    finish("ramps", columns, draw)
