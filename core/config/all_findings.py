"""Likely mistakes in a config, and facts worth knowing: one function per check."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.config.findings import bases, contexts, heads, layers, names
from core.inputs.finding import SEVERITIES, Finding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from core.config.model import Config

__all__ = ["CHECKS", "Finding", "findings"]

CHECKS: tuple[Callable[[Config], Iterator[Finding]], ...] = (
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
    heads.head_dim_left_over,
    heads.head_dim_of_its_own,
    heads.odd_rotary_dim,
    bases.told_twice,
    bases.two_blocks,
    heads.share_not_possible,
    heads.more_turn_than_there_are,
    layers.window_below_wavelengths,
    layers.alibi_and_rotary,
    layers.layers_without_rope,
    layers.positions_in_few_bits,
)


def findings(config: Config) -> list[Finding]:
    """All remarks on a config, the most severe first; each message once."""
    said: dict[tuple[str, str], Finding] = {}
    for finding in _found(config):
        said.setdefault((finding.severity, finding.message), finding)
    return sorted(said.values(), key=lambda finding: SEVERITIES.index(finding.severity))


def _found(config: Config) -> Iterator[Finding]:
    for check in CHECKS:
        yield from check(config)
    for kind in config.layer_types:
        for check_layers in kind.rule.checks:
            yield from check_layers(kind)
