"""KERPLE in PyTorch: a penalty with a learned shape, a logarithm or a power of the distance."""

import torch

from take_away.finish import finish
from take_away.schemes.alibi_torch import offsets, slopes

length = 128  # tokens
heads = 8
kernel = "log"  # or "power"
r2 = 1.0  # how soon the logarithm bends, or the power


def kerple(query_positions, key_positions, heads=8, kernel="log", r2=1.0, r1=None):
    """Bias of shape (heads, n, m) for n queries and m keys, in tokens; r1 of shape (heads,) is learned."""
    strength = 8 * slopes(heads) if r1 is None else r1  # without r1, numbers that stand in for it
    distances = offsets(query_positions, key_positions).abs()
    shape = torch.log1p(r2 * distances) if kernel == "log" else distances**r2
    return -strength.to(distances.device)[:, None, None] * shape


def draw(figure):
    axes = figure.subplots()
    for head, values in enumerate(bias, 1):
        axes.plot(values, label=f"head {head}")
    axes.set(xlabel="distance back (tokens)", ylabel="bias")
    axes.legend()


if __name__ == "__main__":
    bias = kerple([length - 1], torch.arange(length), heads, kernel, r2)[:, 0].flip(1)  # (heads, distances)
    columns = {"distance": range(length)} | {f"head {head}": values for head, values in enumerate(bias, 1)}
    finish("kerple", columns, draw)
