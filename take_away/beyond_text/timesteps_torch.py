"""Embeddings of the time of a diffusion model, in PyTorch, with the switches in which released code differs."""

import torch

from take_away.finish import finish

steps = 1_000  # times 0 … steps - 1
dim = 320  # features
shift = 0  # 1 in DDPM and fairseq
cosines_first = True  # False in DDPM and fairseq
scale = 1.0  # 1,000 in FLUX, whose times are from 0 to 1
max_period = 10_000.0


def timestep_embedding(times, dim, shift=0, cosines_first=True, scale=1.0, max_period=10_000.0):
    """Cosines and sines of the times, shape (n, dim), float64; an odd last feature is 0."""
    half = dim // 2
    times = torch.as_tensor(times, dtype=torch.float64)
    pair = torch.arange(half, dtype=torch.float64, device=times.device)
    angles = torch.outer(times * scale, max_period ** (-pair / (half - shift)))  # (n, half) radians
    halves = [angles.cos(), angles.sin()] if cosines_first else [angles.sin(), angles.cos()]
    return torch.nn.functional.pad(torch.cat(halves, dim=1), (0, dim % 2))


def draw(figure):
    axes = figure.subplots()
    axes.imshow(table.numpy(), aspect="auto", cmap="RdBu_r", vmin=-1, vmax=1)
    axes.set(xlabel="feature", ylabel="step")


if __name__ == "__main__":
    table = timestep_embedding(torch.arange(steps) / scale, dim, shift, cosines_first, scale, max_period)
    columns = {str(feature): values for feature, values in enumerate(table.T)}
    finish("timesteps", columns, draw)
