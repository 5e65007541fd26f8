"""The ramp of YaRN’s paper, over turns, and that of its released code, over the pair index."""

import numpy as np

from take_away.finish import finish
from take_away.scaling.by_parts import by_parts
from take_away.scaling.frequencies import inverse_frequencies
from take_away.scaling.turns import weight_by_turns
from take_away.scaling.yarn import ramp_over_pairs, yarn

rotary_dim = 128  # features
base = 10_000.0
original = 4096  # tokens, context length in training
target = 32_768  # tokens, context length wanted

trained, factor = inverse_frequencies(rotary_dim, base), target / original
paper = weight_by_turns(trained, original, 1, 32)  # weights of the unscaled frequency
released = 1 - ramp_over_pairs(len(trained), base, original)
ratio = yarn(trained, base, factor, original) / by_parts(trained, factor, original)
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
