"""Gemma 3 and its kin: full attention and windows with a base of their own."""

from core.config.families.block import FullAndSliding
from core.config.families.family import Family, models
from core.config.families.layer_lists import every
from core.config.keys import LOCAL_THETA

BLOCKS = FullAndSliding(bases=(1e6, 1e4), local=LOCAL_THETA)
FAMILIES = (
    Family(
        types=("gemma3_text", "t5gemma2_text", "t5gemma2_decoder"),
        source=models("gemma3"),
        entries=LOCAL_THETA,
        arranged=BLOCKS,
        layers=every(6),
        trained_with="linear",
    ),
    Family(
        types=("gemma3n_text",),
        source=models("gemma3n"),
        entries=LOCAL_THETA,
        arranged=BLOCKS,
        layers=every(5),
        trained_with="linear",
    ),
)
