"""Cases of tables: of images and windows, of diffusion time, and of Fourier features."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np

from core.beyond_text import resampling
from core.beyond_text.detr import detr_learned, detr_sine
from core.beyond_text.fourier import bands, gaussian_features, nerf_features
from core.beyond_text.sincos_grid import diffusers_grid, diffusers_video, mae_grid, timm_grid
from core.beyond_text.swin import continuous_bias, log_offsets, swin_index, table_rows
from core.beyond_text.timesteps import TIMESTEP_PRESETS, fairseq_table, timestep_embedding
from tests.golden.quantity import Case, Quantity, arguments, complete, sides, single

SINCOS, RESAMPLING = 1e-6, 3e-6


def _table(largest: float, actual: Any) -> Quantity:
    return Quantity("table", actual, single(SINCOS, largest))


def mae(case: Case, **extra: int) -> Iterator[Quantity]:
    """get_2d_sincos_pos_embed of MAE, where a class token is one row of zeros; of DiT, as many as extra tokens."""
    values = arguments(case["call"], "embed_dim", "grid_size", cls_token=False, **extra)
    size, zeros = sides(values["grid_size"]), values.get("extra_tokens", 1) * values["cls_token"]
    yield _table(max(size), _prepend_zeros(mae_grid(*size, values["embed_dim"]), zeros))


def vit_mae(case: Case) -> Iterator[Quantity]:
    """build_2d_sinusoidal_position_embedding of transformers: y first."""
    names = ("height", "width")
    values = arguments(case["call"], *names, embed_dim=256, temperature=10_000.0, cls_token=False)
    size = values["height"], values["width"]
    options = {"base": values["temperature"], "first": "y", "class_token": values["cls_token"]}
    yield _table(max(size), mae_grid(*size, values["embed_dim"], **options))


def vit_mae_model(case: Case) -> Iterator[Quantity]:
    """The buffer of a ViTMAE model: MAE's order and a class token."""
    values = arguments(case["call"], hidden_size=768, image_size=224, patch_size=16)
    pixels, patch = sides(values["image_size"]), sides(values["patch_size"])
    size = pixels[0] // patch[0], pixels[1] // patch[1]
    yield _table(max(size), mae_grid(*size, values["hidden_size"], class_token=True))


def timm(case: Case) -> Iterator[Quantity]:
    """build_sincos2d_pos_embed of timm."""
    options = {"temperature": 10_000.0, "reverse_coord": False, "interleave_sin_cos": False}
    values = arguments(case["call"], "feat_shape", dim=64, **options)
    size, dim, base = values.pop("feat_shape"), values.pop("dim"), values.pop("temperature")
    yield _table(max(size), timm_grid(*sides(size), dim, base=base, **values))


def diffusers_2d(case: Case) -> Iterator[Quantity]:
    """get_2d_sincos_pos_embed of diffusers: squeezed to a base size."""
    names = ("embed_dim", "grid_size")
    options = {"cls_token": False, "extra_tokens": 0, "interpolation_scale": 1.0, "base_size": 16}
    values = arguments(case["call"], *names, **options, device=None, output_type="pt")
    scale_options = {name: values[name] for name in ("interpolation_scale", "base_size")}
    zeros = values["extra_tokens"] * values["cls_token"]
    size = sides(values["grid_size"])
    yield _table(1, _prepend_zeros(diffusers_grid(*size, values["embed_dim"], **scale_options), zeros))


def diffusers_3d(case: Case) -> Iterator[Quantity]:
    """get_3d_sincos_pos_embed of diffusers, whose spatial size is width, height."""
    names = ("embed_dim", "spatial_size", "temporal_size")
    options = {"spatial_interpolation_scale": 1.0, "temporal_interpolation_scale": 1.0}
    values = arguments(case["call"], *names, **options, device=None, output_type="pt")
    width, height = sides(values["spatial_size"])
    frames, dim = values["temporal_size"], values["embed_dim"]
    scales = [values[name] for name in options]
    table = diffusers_video(frames, height, width, dim, spatial_scale=scales[0], temporal_scale=scales[1])
    yield _table(max(width, height, frames), table)


def detr(case: Case) -> Iterator[Quantity]:
    """PositionEmbeddingSine of DETR."""
    scale = 2 * np.pi if case.get("scale") is None else case["scale"]
    mask = case.get("mask", np.ones((case["height"], case["width"])))
    largest = scale if case["normalize"] else max(case["height"], case["width"])
    options = {"base": case["temperature"], "normalize": case["normalize"], "scale": scale}
    yield _table(largest, detr_sine(mask, case["num_pos_feats"], **options))


def detr_of_table(case: Case) -> Iterator[Quantity]:
    """PositionEmbeddingLearned of DETR, whose table may have more rows than the picture."""
    rows, columns = case["row_embed"][: case["height"]], case["col_embed"][: case["width"]]
    yield _table(0, detr_learned(rows, columns))


def resampled_grid(case: Case, rule: str) -> Iterator[Quantity]:
    """A grid of numbers brought to another size."""
    actual = resampling.resample(case["table"], *sides(case["new_grid"]), rule=rule)
    yield Quantity("resampled", actual, RESAMPLING)


def corner_taps(case: Case) -> Iterator[Quantity]:
    """The four rows and weights of Qwen3-VL, and what they give."""
    size = len(case["table"])
    grid = sides(case["new_grid"])
    yield Quantity("indices", resampling.corner_taps(size, *grid)[0])
    yield Quantity("weights", resampling.corner_taps(size, *grid)[1], RESAMPLING)
    yield from resampled_grid(case, "bilinear aligned")


def nearest(case: Case) -> Iterator[Quantity]:
    """Rows of a square table by buckets."""
    side = case["num_patches_per_side"]
    down, across = (resampling.buckets(side, new_side) for new_side in sides(case["new_grid"]))
    yield Quantity("position_ids", np.add.outer(side * down, across))


def _prepend_zeros(table: Any, zeros: int) -> Any:
    """A table after rows of zeros."""
    return np.vstack([np.zeros((int(zeros), table.shape[1])), table])


OF_GRIDS: Mapping[str, Callable[[Case], Iterator[Quantity]]] = {  # by how the name of an implementation begins
    "facebookresearch/mae": mae,
    "facebookresearch/DiT": partial(mae, extra_tokens=0),
    "transformers.models.vit_mae build_2d_sinusoidal_position_embedding": vit_mae,
    "transformers.ViTMAEEmbeddings.position_embeddings": vit_mae_model,
    "timm build_sincos2d_pos_embed": timm,
    "diffusers get_2d_sincos_pos_embed": diffusers_2d,
    "diffusers get_3d_sincos_pos_embed": diffusers_3d,
    "facebookresearch/detr PositionEmbeddingSine": detr,
    "facebookresearch/detr PositionEmbeddingLearned": detr_of_table,
    "transformers ViTEmbeddings.interpolate_pos_encoding": partial(resampled_grid, rule="bicubic"),
    "timm resample_abs_pos_embed": partial(resampled_grid, rule="bicubic antialiased"),
    "torch F.interpolate(bilinear, align_corners=False, antialias=True)": partial(
        resampled_grid, rule="bilinear antialiased"
    ),
    "transformers get_vision_interpolation_indices_and_weights(mode='bilinear', align_corners=True)": corner_taps,
    "transformers get_vision_nearest_position_ids": nearest,
}


BIAS = 1e-5


def index(case: Case, *, class_token: bool) -> Iterator[Quantity]:
    """Row of the table for each query and key."""
    window = case["window"]
    yield Quantity("index", swin_index(window, class_token=class_token))
    if "rows_in_table" in case:
        yield Quantity("rows_in_table", table_rows(window, class_token=class_token))


def log_coords(case: Case) -> Iterator[Quantity]:
    """Log-spaced offsets of Swin V2."""
    window, pretrained_window = case["window"], case.get("pretrained_window", (0, 0))
    yield Quantity("log_coords", log_offsets(window, pretrained_window), BIAS)


def bias(case: Case) -> Iterator[Quantity]:
    """The bias of Swin V2 by given weights."""
    options = {"pretrained_window": case.get("pretrained_window", (0, 0))}
    actual = continuous_bias(case["window"], (case["w1"], case["b1"]), case["w2"], **options)
    yield Quantity("bias", actual, BIAS)


OF_WINDOWS: Mapping[str, Callable[[Case], Iterator[Quantity]]] = {
    "index": partial(index, class_token=False),
    "index_with_class_token": partial(index, class_token=True),
    "log_coords": log_coords,
    "continuous_bias": bias,
}


TIME = 1e-6
DOUBLE, SINGLE = 1e-12, 2e-5  # of Fourier features, by the precision of the implementation


def _steps(case: Case, dim: int, **switches: Any) -> Iterator[Quantity]:
    times = case["timesteps"]
    within = single(TIME, np.multiply(times, switches["scale"]))
    yield Quantity("table", timestep_embedding(times, dim, **switches), within)


def diffusers(case: Case) -> Iterator[Quantity]:
    """get_timestep_embedding of diffusers with its default arguments."""
    options = {"flip_sin_to_cos": False, "downscale_freq_shift": 1, "scale": 1, "max_period": 10_000}
    values = complete(case["call"], "embedding_dim", **options)
    names = {"flip_sin_to_cos": "cosines_first", "downscale_freq_shift": "shift"}
    switches = {names.get(name, name): values[name] for name in options}
    yield from _steps(case, values["embedding_dim"], **switches)


def preset(case: Case, name: str, dim: str = "dim", **options: str) -> Iterator[Quantity]:
    """A released function with the switches of its preset, and arguments that replace some of them."""
    entry = TIMESTEP_PRESETS[name]
    switches = {key: getattr(entry, key) for key in ("shift", "cosines_first", "scale", "max_period")}
    values = complete(case["call"], dim, **{option: switches[switch] for option, switch in options.items()})
    switches |= {switch: values[option] for option, switch in options.items()}
    yield from _steps(case, values[dim], **switches)


def fairseq(case: Case) -> Iterator[Quantity]:
    """The table of fairseq, with its row of zeros for padding."""
    values = complete(case["call"], "num_embeddings", "embedding_dim", padding_idx=None)
    rows, dim = values["num_embeddings"], values["embedding_dim"]
    table = fairseq_table(rows, dim, padding_row=values["padding_idx"])
    yield Quantity("table", table, single(TIME, rows))


def nerf(case: Case) -> Iterator[Quantity]:
    """get_embedder of NeRF: no π, the coordinates in front."""
    points, octaves = case["x"], case["multires"]
    yield Quantity("embedded", nerf_features(points, octaves), DOUBLE)
    if "out_dim" in case:
        yield Quantity("out_dim", nerf_features(points, octaves).shape[1])


def tancik(case: Case) -> Iterator[Quantity]:
    """input_mapping of the demo of Fourier feature networks."""
    yield Quantity("mapped", gaussian_features(case["x"], case["B"]), DOUBLE)


def projection(case: Case) -> Iterator[Quantity]:
    """GaussianFourierProjection of diffusers: of a noise level or of its logarithm."""
    levels, arrows = np.array(case["x"], float)[:, np.newaxis], np.array(case["weight"], float)[:, np.newaxis]
    if case["log"]:
        levels = np.log(levels)
    within = 2 * single(SINGLE, 2 * np.pi * levels * arrows.T)  # float32 rounds level, product and angle
    options = {"cosines_first": case["flip_sin_to_cos"]}
    yield Quantity("embedded", gaussian_features(levels, arrows, **options), within)


def pixel_bands(case: Case) -> Iterator[Quantity]:
    """pixel_freq_bands of timm, whose values are as large as its frequencies."""
    count, largest, linear = case["num_bands"], case["max_freq"], case["linear_bands"]
    within = SINGLE * max(1.0, largest / 100)
    yield Quantity("bands", bands(count, largest, linear=linear), within)


OF_SIGNALS: Mapping[str, Callable[[Case], Iterator[Quantity]]] = {
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
