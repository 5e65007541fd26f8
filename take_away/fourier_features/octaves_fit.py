"""A signal learned with NeRF's octaves and with random Fourier features."""

from take_away.finish import finish
from take_away.fourier_features.network import centres, learn, network, signal_at

signal = "waves"  # or "steps", or "drawn"
drawn = []  # hundredths, for "drawn"
octaves = 5
sigma = 5.0  # deviation of the random frequencies, turns over the signal
time = 1.0  # of gradient flow
samples = 64

values = signal_at(centres(samples), signal, drawn)
everywhere = centres(8 * samples)
columns = {"place": everywhere, "signal": signal_at(everywhere, signal, drawn)}
for name, encoding in [("octaves", "octaves"), ("draws", "gaussian")]:
    columns[name], error = learn(*network(samples, encoding, sigma, octaves), values, time)


def draw(figure):
    axes = figure.subplots()
    for name in ["octaves", "draws"]:
        axes.plot(everywhere, columns[name], label=name)
    axes.plot(centres(samples), values, ".", label="samples")
    axes.set(xlabel="place", ylabel="value")
    axes.legend()


if __name__ == "__main__":
    finish("octaves_fit", columns, draw)
