"""What is likely to be a mistake in a config, or worth knowing: one small function a rule, in their order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.config.finding import SEVERITIES, Finding
from core.config.findings import bases, contexts, heads, layers, names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from core.model_config import ModelConfig

__all__ = ["RULES", "Finding", "findings"]

RULES: tuple[Callable[[ModelConfig], Iterator[Finding]], ...] = (
    bases.base_missing,
    bases.base_small,
    contexts.factor_against_contexts,
    contexts.original_missing,
    contexts.original_not_below,
    contexts.factor_below_one,
    contexts.factor_whole,
    contexts.factor_missing,
    contexts.factor_unused,
    names.types_disagree,
    names.old_type_name,
    names.mrope_sections,
    names.divisor_lists,
    heads.head_dim_left_over,
    heads.head_dim_of_its_own,
    heads.odd_rotary_dim,
    bases.told_twice,
    bases.two_blocks,
    names.betas_crossed,
    names.llama3_crossed,
    names.llama3_assumed,
    heads.share_not_possible,
    heads.more_turn_than_there_are,
    layers.window_below_wavelengths,
    layers.alibi_and_rotary,
    contexts.yarn_is_static,
    layers.layers_without_rope,
    layers.positions_in_few_bits,
)


def findings(config: ModelConfig) -> list[Finding]:
    """All remarks on a config, the gravest first; what holds for several types of layers is said once."""
    said: dict[tuple[str, str], Finding] = {}
    for rule in RULES:
        for finding in rule(config):
            said.setdefault((finding.severity, finding.message), finding)
    return sorted(said.values(), key=lambda finding: SEVERITIES.index(finding.severity))
