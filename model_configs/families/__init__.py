"""Table of contents: every family of models that reads more than the common entries, by what is special of it."""

from model_configs.families import (
    by_layer,
    hybrids,
    learned,
    own_bases,
    own_names,
    scaled_by_default,
    two_bases,
    without_position,
)
from model_configs.families.family import USUAL, Family

_MODULES = (by_layer, hybrids, learned, own_bases, own_names, scaled_by_default, two_bases, without_position)
FAMILIES: tuple[Family, ...] = tuple(family for module in _MODULES for family in module.FAMILIES)
_BY_TYPE = {name: family for family in FAMILIES for name in family.types}


def family_of(model_type: str) -> Family:
    """The family of a model type; the usual one where no family names it."""
    return _BY_TYPE.get(model_type, USUAL)
