"""Cases of diffusion time and of Fourier features."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np

from core.beyond_text.fourier import bands, gaussian_features, nerf_features
from core.beyond_text.timesteps import TIMESTEP_PRESETS, fairseq_table, timestep_embedding
from core.teach.golden.call import complete
from core.teach.golden.quantity import Quantity, single

Case = dict[str, Any]

TIME = 1e-6
DOUBLE, SINGLE = 1e-12, 2e-5  # of Fourier features, by the precision of the implementation


def _table(case: Case, dim: int, **switches: Any) -> Iterator[Quantity]:
    times = case["timesteps"]
    within = single(TIME, np.multiply(times, switches["scale"]))
    yield Quantity("table", case["table"], lambda: timestep_embedding(times, dim, **switches), within)


def diffusers(case: Case) -> Iterator[Quantity]:
    """get_timestep_embedding of diffusers with its default arguments."""
    options = {"flip_sin_to_cos": False, "downscale_freq_shift": 1, "scale": 1, "max_period": 10_000}
    values = complete(case["call"], "embedding_dim", **options)
    names = {"flip_sin_to_cos": "cosines_first", "downscale_freq_shift": "shift"}
    switches = {names.get(name, name): values[name] for name in options}
    yield from _table(case, values["embedding_dim"], **switches)


def preset(case: Case, name: str, dim: str = "dim", **options: str) -> Iterator[Quantity]:
    """A released function with the switches of its preset, and arguments that replace some of them."""
    chosen = TIMESTEP_PRESETS[name]
    switches = {key: getattr(chosen, key) for key in ("shift", "cosines_first", "scale", "max_period")}
    values = complete(case["call"], dim, **{option: switches[switch] for option, switch in options.items()})
    switches |= {switch: values[option] for option, switch in options.items()}
    yield from _table(case, values[dim], **switches)


def fairseq(case: Case) -> Iterator[Quantity]:
    """The table of fairseq, with its row of zeros for padding."""
    values = complete(case["call"], "num_embeddings", "embedding_dim", padding_idx=None)
    rows, dim = values["num_embeddings"], values["embedding_dim"]
    yield Quantity(
        "table",
        case["table"],
        lambda: fairseq_table(rows, dim, padding_row=values["padding_idx"]),
        single(TIME, rows),
    )


def nerf(case: Case) -> Iterator[Quantity]:
    """get_embedder of NeRF: no π, the coordinates in front."""
    points, octaves = case["x"], case["multires"]
    yield Quantity("embedded", case["embedded"], lambda: nerf_features(points, octaves), DOUBLE)
    if "out_dim" in case:
        yield Quantity("out_dim", case["out_dim"], lambda: nerf_features(points, octaves).shape[1])


def tancik(case: Case) -> Iterator[Quantity]:
    """input_mapping of the demo of Fourier feature networks."""
    yield Quantity("mapped", case["mapped"], lambda: gaussian_features(case["x"], case["B"]), DOUBLE)


def projection(case: Case) -> Iterator[Quantity]:
    """GaussianFourierProjection of diffusers: of a noise level or of its logarithm."""
    levels, arrows = np.array(case["x"], float)[:, np.newaxis], np.array(case["weight"], float)[:, np.newaxis]
    if case["log"]:
        levels = np.log(levels)
    within = 2 * single(SINGLE, 2 * np.pi * levels * arrows.T)  # float32 rounds level, product and angle
    options = {"cosines_first": case["flip_sin_to_cos"]}
    yield Quantity("embedded", case["embedded"], lambda: gaussian_features(levels, arrows, **options), within)


def pixel_bands(case: Case) -> Iterator[Quantity]:
    """pixel_freq_bands of timm, whose values are as large as its frequencies."""
    count, largest, linear = case["num_bands"], case["max_freq"], case["linear_bands"]
    within = SINGLE * max(1.0, largest / 100)
    yield Quantity("bands", case["bands"], lambda: bands(count, largest, linear=linear), within)


READERS: Mapping[str, Callable[[Case], Iterator[Quantity]]] = {
    "diffusers.models.embeddings.get_timestep_embedding": diffusers,
    "guided-diffusion timestep_embedding": partial(preset, name="Stable Diffusion, DiT", max_period="max_period"),
    "flux timestep_embedding": partial(preset, name="FLUX", max_period="max_period", time_factor="scale"),
    "hojonathanho/diffusion get_timestep_embedding": partial(preset, name="DDPM", dim="embedding_dim"),
    "fairseq SinusoidalPositionalEmbedding": fairseq,
    "bmild/nerf get_embedder": nerf,
    "tancik input_mapping": tancik,
    "diffusers GaussianFourierProjection": projection,
    "timm pixel_freq_bands": pixel_bands,
}
