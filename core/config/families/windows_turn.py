"""Models whose layers turn where they have a window, and have no position where they see all keys."""

from collections.abc import Sequence
from dataclasses import replace

from core.config.families.block import PARAMETERS, Block
from core.config.families.family import Family, models
from core.config.families.layer_lists import counted, every, sliding_turn
from core.config.families.part import Part
from core.config.keys import FULL, SLIDING, THETA
from core.inputs.entries import Entries


def _parameters_only(part: Part) -> tuple[Block, ...]:
    """`rope_scaling` is not read."""
    entries = part.entries.inner(PARAMETERS) or Entries({})
    return (Block(FULL, entries, ((part.entries, THETA),)),)


def _exaone(part: Part, count: int) -> Sequence[str]:
    group = counted(part, ("sliding_window_pattern",), 4)
    if not part.window or not group:
        return (FULL,) * count
    return tuple(SLIDING if (i + 1) % group else FULL for i in range(count))


def _cohere2_moe(part: Part, count: int) -> Sequence[str]:
    dense = min(counted(part, ("first_k_dense_replace",), 0), count)
    first = counted(part, ("prefix_dense_sliding_window_pattern",), 1) or 1
    group = counted(part, ("sliding_window_pattern",), 4) or 4
    places = [(i, first) for i in range(dense)] + [(i, group) for i in range(count - dense)]
    return tuple(SLIDING if (i + 1) % size else FULL for i, size in places)


def _flint(part: Part, count: int) -> Sequence[str]:
    return tuple(FULL if i < 2 or i % 4 == 1 or i == count - 1 else SLIDING for i in range(count))


EXAONE = Family(types=("exaone4", "exaone_moe"), source=models("exaone4"), layers=_exaone, turning=sliding_turn)
FAMILIES = (
    Family(types=("cohere2",), source=models("cohere2"), layers=every(4), turning=sliding_turn),
    Family(
        types=("cohere2_moe",),
        source=models("cohere2_moe"),
        unread=("rope_scaling",),
        arranged=_parameters_only,
        layers=_cohere2_moe,
        turning=sliding_turn,
    ),
    EXAONE,
    replace(EXAONE, types=("exaone4_5_text",), published_with_model=True),
    Family(types=("kolibri1",), source=models("kolibri1"), layers=every(5), turning=sliding_turn),
    Family(types=("flint",), source=models("flint"), layers=_flint, turning=sliding_turn),
    Family(types=("afmoe",), source=models("afmoe"), layers=every(4), turning=sliding_turn),
)
