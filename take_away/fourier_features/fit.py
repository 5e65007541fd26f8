"""A signal learned with random Fourier features and without them."""

from take_away.finish import finish
from take_away.fourier_features.network import centres, learn, network, signal_at

signal = "waves"  # or "steps", or "drawn"
drawn = []  # hundredths, for "drawn"
sigma = 5.0  # deviation of the random frequencies, turns over the signal
time = 1.0  # of gradient flow
samples = 64

values = signal_at(centres(samples), signal, drawn)
everywhere = centres(8 * samples)
columns = {"place": everywhere, "signal": signal_at(everywhere, signal, drawn)}
for name, encoding in [("with features", "gaussian"), ("without", "plain")]:
    columns[name], error = learn(*network(samples, encoding, sigma), values, time)


def draw(figure):
    axes = figure.subplots()
    for name in ["with features", "without"]:
        axes.plot(everywhere, columns[name], label=name)
    axes.plot(centres(samples), values, ".", label="samples")
    axes.set(xlabel="place", ylabel="value")
    axes.legend()


if __name__ == "__main__":
    finish("signal_fit", columns, draw)
