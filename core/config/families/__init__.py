"""Table of contents: every family of models that reads more than the common entries, one file each."""

from core.config.families import (
    deepseek_v4,
    dots3_note,
    ernie_vl,
    esm,
    gemma3,
    gemma4,
    gpt_neox,
    hunyuan,
    hybrids,
    layer_theta,
    llama4,
    mimo,
    minimax,
    ministral3,
    modernbert,
    molmo2,
    olmo3,
    own_bases,
    remote,
    scaled_by_default,
    step3,
    windows_turn,
    without_position,
)
from core.config.families.family import USUAL, Family

FAMILIES: tuple[Family, ...] = (
    *gemma3.FAMILIES,
    *modernbert.FAMILIES,
    *olmo3.FAMILIES,
    *gemma4.FAMILIES,
    *scaled_by_default.FAMILIES,
    *ministral3.FAMILIES,
    *llama4.FAMILIES,
    *windows_turn.FAMILIES,
    *layer_theta.FAMILIES,
    *without_position.FAMILIES,
    *own_bases.FAMILIES,
    *deepseek_v4.FAMILIES,
    *mimo.FAMILIES,
    *step3.FAMILIES,
    *gpt_neox.FAMILIES,
    *molmo2.FAMILIES,
    *hunyuan.FAMILIES,
    *dots3_note.FAMILIES,
    *minimax.FAMILIES,
    *esm.FAMILIES,
    *ernie_vl.FAMILIES,
    *hybrids.FAMILIES,
    *remote.FAMILIES,
)
_BY_TYPE = {name: family for family in FAMILIES for name in family.types}


def family_of(model_type: str) -> Family:
    """The family of a model type; the usual one where no family names it."""
    return _BY_TYPE.get(model_type, USUAL)
