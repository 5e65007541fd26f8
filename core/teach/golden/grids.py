"""Cases of tables of images: sines and cosines, DETR, and learned grids at another resolution."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np

from core.beyond_text import resampling
from core.beyond_text.detr import detr_learned, detr_sine
from core.beyond_text.sincos_grid import diffusers_grid, diffusers_video, mae_grid, timm_grid
from core.teach.golden.call import arguments, sides
from core.teach.golden.quantity import Quantity, single

Case = dict[str, Any]

SINCOS, RESAMPLED = 1e-6, 3e-6


def _table(case: Case, largest: float, compute: Callable[[], Any]) -> Iterator[Quantity]:
    yield Quantity("table", case["table"], compute, single(SINCOS, largest))


def mae(case: Case) -> Iterator[Quantity]:
    """get_2d_sincos_pos_embed of MAE, where a class token is one row of zeros."""
    values = arguments(case["call"], "embed_dim", "grid_size", cls_token=False)
    size = sides(values["grid_size"])
    yield from _table(case, max(size), lambda: _padded(mae_grid(*size, values["embed_dim"]), values["cls_token"]))


def dit(case: Case) -> Iterator[Quantity]:
    """get_2d_sincos_pos_embed of DiT, where a class token is as many rows of zeros as there are extra tokens."""
    values = arguments(case["call"], "embed_dim", "grid_size", cls_token=False, extra_tokens=0)
    size, zeros = sides(values["grid_size"]), values["extra_tokens"] * values["cls_token"]
    yield from _table(case, max(size), lambda: _padded(mae_grid(*size, values["embed_dim"]), zeros))


def vit_mae(case: Case) -> Iterator[Quantity]:
    """build_2d_sinusoidal_position_embedding of transformers: y first."""
    names = ("height", "width")
    values = arguments(case["call"], *names, embed_dim=256, temperature=10_000.0, cls_token=False)
    size = values["height"], values["width"]
    options = {"base": values["temperature"], "first": "y", "class_token": values["cls_token"]}
    yield from _table(case, max(size), lambda: mae_grid(*size, values["embed_dim"], **options))


def vit_mae_model(case: Case) -> Iterator[Quantity]:
    """The buffer of a ViTMAE model: MAE's order and a class token."""
    values = arguments(case["call"], hidden_size=768, image_size=224, patch_size=16)
    pixels, patch = sides(values["image_size"]), sides(values["patch_size"])
    size = pixels[0] // patch[0], pixels[1] // patch[1]
    yield from _table(case, max(size), lambda: mae_grid(*size, values["hidden_size"], class_token=True))


def timm(case: Case) -> Iterator[Quantity]:
    """build_sincos2d_pos_embed of timm."""
    options = {"temperature": 10_000.0, "reverse_coord": False, "interleave_sin_cos": False}
    values = arguments(case["call"], "feat_shape", dim=64, **options)
    size, dim, base = values.pop("feat_shape"), values.pop("dim"), values.pop("temperature")
    yield from _table(case, max(size), lambda: timm_grid(*sides(size), dim, base=base, **values))


def diffusers_2d(case: Case) -> Iterator[Quantity]:
    """get_2d_sincos_pos_embed of diffusers: squeezed to a base size."""
    names = ("embed_dim", "grid_size")
    options = {"cls_token": False, "extra_tokens": 0, "interpolation_scale": 1.0, "base_size": 16}
    values = arguments(case["call"], *names, **options, device=None, output_type="pt")
    spread = {name: values[name] for name in ("interpolation_scale", "base_size")}
    zeros = values["extra_tokens"] * values["cls_token"]
    size = sides(values["grid_size"])
    yield from _table(case, 1, lambda: _padded(diffusers_grid(*size, values["embed_dim"], **spread), zeros))


def diffusers_3d(case: Case) -> Iterator[Quantity]:
    """get_3d_sincos_pos_embed of diffusers, whose spatial size is width, height."""
    names = ("embed_dim", "spatial_size", "temporal_size")
    options = {"spatial_interpolation_scale": 1.0, "temporal_interpolation_scale": 1.0}
    values = arguments(case["call"], *names, **options, device=None, output_type="pt")
    width, height = sides(values["spatial_size"])
    frames, dim = values["temporal_size"], values["embed_dim"]
    scales = [values[name] for name in options]
    compute = partial(diffusers_video, spatial_scale=scales[0], temporal_scale=scales[1])
    yield from _table(case, max(width, height, frames), lambda: compute(frames, height, width, dim))


def detr(case: Case) -> Iterator[Quantity]:
    """PositionEmbeddingSine of DETR."""
    scale = 2 * np.pi if case.get("scale") is None else case["scale"]
    mask = case.get("mask", np.ones((case["height"], case["width"])))
    largest = scale if case["normalize"] else max(case["height"], case["width"])
    options = {"base": case["temperature"], "normalize": case["normalize"], "scale": scale}
    yield from _table(case, largest, lambda: detr_sine(mask, case["num_pos_feats"], **options))


def detr_of_table(case: Case) -> Iterator[Quantity]:
    """PositionEmbeddingLearned of DETR, whose table may have more rows than the picture."""
    rows, columns = case["row_embed"][: case["height"]], case["col_embed"][: case["width"]]
    yield from _table(case, 0, lambda: detr_learned(rows, columns))


def resampled(case: Case, rule: str) -> Iterator[Quantity]:
    """A grid of numbers brought to another size."""
    yield Quantity(
        "resampled",
        case["resampled"],
        lambda: resampling.resample(case["table"], *sides(case["new_grid"]), rule=rule),
        RESAMPLED,
    )


def gathered(case: Case) -> Iterator[Quantity]:
    """The four rows and weights of Qwen3-VL, and what they give."""
    size = len(case["table"])
    grid = sides(case["new_grid"])
    yield Quantity("indices", case["indices"], lambda: resampling.corner_taps(size, *grid)[0])
    yield Quantity("weights", case["weights"], lambda: resampling.corner_taps(size, *grid)[1], RESAMPLED)
    yield from resampled(case, "bilinear aligned")


def nearest(case: Case) -> Iterator[Quantity]:
    """Rows of a square table by buckets."""
    side = case["num_patches_per_side"]

    def rows() -> Any:
        down, across = (resampling.buckets(side, new_side) for new_side in sides(case["new_grid"]))
        return np.add.outer(side * down, across)

    yield Quantity("position_ids", case["position_ids"], rows)


def _padded(table: Any, zeros: int) -> Any:
    """A table after rows of zeros."""
    return np.vstack([np.zeros((int(zeros), table.shape[1])), table])


READERS: Mapping[str, Callable[[Case], Iterator[Quantity]]] = {  # by how the name of an implementation begins
    "facebookresearch/mae": mae,
    "facebookresearch/DiT": dit,
    "transformers.models.vit_mae build_2d_sinusoidal_position_embedding": vit_mae,
    "transformers.ViTMAEEmbeddings.position_embeddings": vit_mae_model,
    "timm build_sincos2d_pos_embed": timm,
    "diffusers get_2d_sincos_pos_embed": diffusers_2d,
    "diffusers get_3d_sincos_pos_embed": diffusers_3d,
    "facebookresearch/detr PositionEmbeddingSine": detr,
    "facebookresearch/detr PositionEmbeddingLearned": detr_of_table,
    "transformers ViTEmbeddings.interpolate_pos_encoding": partial(resampled, rule="bicubic"),
    "timm resample_abs_pos_embed": partial(resampled, rule="bicubic antialiased"),
    "torch F.interpolate(bilinear, align_corners=False, antialias=True)": partial(
        resampled, rule="bilinear antialiased"
    ),
    "transformers get_vision_interpolation_indices_and_weights(mode='bilinear', align_corners=True)": gathered,
    "transformers get_vision_nearest_position_ids": nearest,
}
