"""Wavelengths of a model's pairs in several states, and which pairs meet angles never seen in training."""

import numpy as np

from take_away.finish import finish
from take_away.model.scaled import scaled_frequencies

names = ["in training", "as the config stands"]  # of the states; all lists below have one entry for each
rules = ["Unscaled", "Llama 3"]
options = [{}, {"factor": 8.0, "original": 8192, "low_freq_factor": 1.0, "high_freq_factor": 4.0}]
trained_rules = ["Unscaled", "Unscaled"]
trained_options = [{}, {}]
bases = [500_000.0, 500_000.0]
rotary_dims = [128, 128]  # features of a head that turn
trained_offsets = [8192, 8192]  # tokens, offsets in training
target_offsets = [8192, 131_072]  # tokens, offsets in the text

columns = {"comb": [], "pair": [], "wavelength": [], "completed a turn": [], "meets unseen angles": []}
for state, name in enumerate(names):
    model = bases[state], rotary_dims[state]
    trained_omega = scaled_frequencies(trained_rules[state], *model, trained_options[state])
    omega = scaled_frequencies(rules[state], *model, options[state])
    turns = max(trained_offsets[state], 2) * trained_omega / (2 * np.pi)  # in training
    with np.errstate(divide="ignore", invalid="ignore"):  # a pair may stand still
        wavelengths = 2 * np.pi / omega  # tokens
        first_unseen = np.ceil(2 * np.pi * turns / omega - 1e-8)  # offset beyond the arc of training, tokens
    columns["comb"] += [name] * len(omega)
    columns["pair"] += range(len(omega))
    columns["wavelength"] += wavelengths.tolist()
    columns["completed a turn"] += (turns >= 1).tolist()
    columns["meets unseen angles"] += ((turns < 1) & (omega > 0) & (first_unseen < target_offsets[state])).tolist()


def draw(figure):
    axes = figure.subplots()
    lengths, red_pairs = np.array(columns["wavelength"]), np.array(columns["meets unseen angles"])
    rows = np.array([-names.index(name) for name in columns["comb"]])
    for members, colour, label in ((~red_pairs, "tab:blue", "seen"), (red_pairs, "tab:red", "meets unseen angles")):
        at = members & np.isfinite(lengths)
        axes.scatter(lengths[at], rows[at], marker="|", s=900, color=colour, label=label)
    axes.set(xscale="log", xlabel="wavelength (tokens for one turn)", ylim=(0.5 - len(names), 0.5))
    axes.set_yticks([-state for state in range(len(names))], names)
    axes.legend(markerscale=0.3)


if __name__ == "__main__":
    finish("comb", columns, draw)
