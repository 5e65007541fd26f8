"""Table of contents: encodings of positions beyond text, one record each, with its lesson and citation."""

from collections.abc import Callable
from typing import Any

from core.beyond_text.cope import cope
from core.beyond_text.detr import detr_sine
from core.beyond_text.directions import axial
from core.beyond_text.fourier import gaussian_features
from core.beyond_text.fox import forget_bias
from core.beyond_text.mrope import ARRANGEMENT, mrope
from core.beyond_text.resampling import RULE, resample
from core.beyond_text.sincos_grid import mae_grid
from core.beyond_text.stick_breaking import stick_breaking
from core.beyond_text.swin import swin_index
from core.beyond_text.timesteps import timestep_embedding
from core.inputs.parameter import BASE, Choice, Parameter
from core.method import Method


def _method(
    name: str, year: int, paper: str, number: str, function: Callable[..., Any], *parameters: Parameter | Choice
) -> Method:  # number: of the paper on arXiv
    source = f"{paper}, [{number}](https://arxiv.org/abs/{number})"
    return Method(name=name, year=year, source=source, function=function, parameters=parameters)


METHODS: dict[str, Method] = {
    method.name: method
    for method in (
        _method("Sines and cosines on a grid", 2021, "He et al., section A.1", "2111.06377", mae_grid, BASE),
        _method("DETR", 2020, "Carion et al., section A.4", "2005.12872", detr_sine, BASE),
        _method("Learned grid", 2020, "Dosovitskiy et al., section 3.1", "2010.11929", resample, RULE),
        _method("2-D RoPE", 2024, "Heo et al., section 3.2", "2403.13298", axial, BASE),
        _method("Swin", 2021, "Liu et al., section 3.2", "2103.14030", swin_index),
        _method("M-RoPE", 2024, "Wang et al., section 2.1", "2409.12191", mrope, BASE, ARRANGEMENT),
        _method("Timesteps", 2020, "Ho et al., section B", "2006.11239", timestep_embedding),
        _method("Fourier features", 2020, "Tancik et al., section 6.1", "2006.10739", gaussian_features),
        _method("CoPE", 2024, "Golovneva et al., section 3", "2405.18719", cope),
        _method("Stick-breaking", 2024, "Tan et al.", "2410.17980", stick_breaking),
        _method("FoX", 2025, "Lin et al.", "2503.02130", forget_bias),
    )
}
CONTEXTUAL = ("CoPE", "Stick-breaking", "FoX")
"""Distances in text: RoPE counts 1 for each token between query and key, these count what each token is worth."""
