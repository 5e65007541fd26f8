"""Table of contents: encodings of positions beyond text, one record each, with its lesson and citation."""

from core.beyond_text import (
    cope,
    detr,
    directions,
    fourier,
    fox,
    mrope,
    resampling,
    sincos_grid,
    stick_breaking,
    swin,
    timesteps,
)
from core.inputs.parameter import BASE
from core.method import Method

CONTEXTUAL: dict[str, Method] = {
    method.name: method
    for method in (
        Method(
            name="CoPE",
            year=2024,
            source="Golovneva et al., section 3, [2405.18719](https://arxiv.org/abs/2405.18719)",
            function=cope.cope,
        ),
        Method(
            name="Stick-breaking",
            year=2024,
            source="Tan et al., [2410.17980](https://arxiv.org/abs/2410.17980)",
            function=stick_breaking.stick_breaking,
        ),
        Method(
            name="FoX",
            year=2025,
            source="Lin et al., [2503.02130](https://arxiv.org/abs/2503.02130)",
            function=fox.forget_bias,
        ),
    )
}
"""Distances in text that count what the text says."""

METHODS: dict[str, Method] = {
    method.name: method
    for method in (
        Method(
            name="Sines and cosines on a grid",
            year=2021,
            source="He et al., section A.1, [2111.06377](https://arxiv.org/abs/2111.06377)",
            function=sincos_grid.mae_grid,
            parameters=(BASE,),
        ),
        Method(
            name="DETR",
            year=2020,
            source="Carion et al., section A.4, [2005.12872](https://arxiv.org/abs/2005.12872)",
            function=detr.detr_sine,
            parameters=(BASE,),
        ),
        Method(
            name="Learned grid",
            year=2020,
            source="Dosovitskiy et al., section 3.1, [2010.11929](https://arxiv.org/abs/2010.11929)",
            function=resampling.resample,
            parameters=(resampling.RULE,),
        ),
        Method(
            name="2-D RoPE",
            year=2024,
            source="Heo et al., section 3.2, [2403.13298](https://arxiv.org/abs/2403.13298)",
            function=directions.axial,
            parameters=(BASE,),
        ),
        Method(
            name="Swin",
            year=2021,
            source="Liu et al., section 3.2, [2103.14030](https://arxiv.org/abs/2103.14030)",
            function=swin.swin_index,
        ),
        Method(
            name="M-RoPE",
            year=2024,
            source="Wang et al., section 2.1, [2409.12191](https://arxiv.org/abs/2409.12191)",
            function=mrope.mrope,
            parameters=(BASE, mrope.ARRANGEMENT),
        ),
        Method(
            name="Timesteps",
            year=2020,
            source="Ho et al., section B, [2006.11239](https://arxiv.org/abs/2006.11239)",
            function=timesteps.timestep_embedding,
        ),
        Method(
            name="Fourier features",
            year=2020,
            source="Tancik et al., section 6.1, [2006.10739](https://arxiv.org/abs/2006.10739)",
            function=fourier.gaussian_features,
        ),
        *CONTEXTUAL.values(),
    )
}
