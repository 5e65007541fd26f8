"""Likely mistakes in a config, and facts worth knowing: one function per check."""

from collections.abc import Callable, Iterator

from core.config.findings import attention, bases, contexts, heads, layers, mistakes, names, other_lengths, unread
from core.config.model import Config
from core.inputs.entries import ConfigError
from core.inputs.finding import SEVERITIES, Finding, error, setting, with_rule
from core.scaling import RULES

__all__ = ["CHECKS", "Finding", "findings", "rules", "with_rule"]

FORM, TARGET = "form", "target"  # names of findings that no check makes: on the form, on a target length
BY_FORM = (
    FORM,
    "number_as_text",
    "option_removed",
    "override_unreached",
    "override_replaces",
    "length_capped",
    "which_model",
)

CHECKS: tuple[Callable[[Config], Iterator[Finding]], ...] = (
    bases.base_missing,
    bases.base_scaled,
    bases.base_lost,
    bases.base_of_programs,
    bases.base_small,
    contexts.factor_against_contexts,
    contexts.original_missing,
    contexts.original_not_below,
    contexts.long_texts_unreached,
    contexts.factor_below_one,
    contexts.factor_whole,
    contexts.factor_missing,
    contexts.factor_unused,
    other_lengths.draft_length,
    other_lengths.original_with_output,
    other_lengths.lengths_differ,
    names.types_disagree,
    names.old_type_name,
    names.name_of_one_engine,
    names.mrope_sections,
    heads.head_dim_left_over,
    heads.head_dim_of_its_own,
    heads.odd_rotary_dim,
    bases.told_twice,
    bases.two_blocks,
    heads.share_not_possible,
    heads.more_turn_than_there_are,
    layers.window_below_wavelengths,
    layers.window_unused,
    layers.alibi_and_rotary,
    layers.layers_without_rope,
    layers.layers_without_position,
    layers.positions_in_few_bits,
    mistakes.base_inside_only,
    mistakes.default_block,
    mistakes.type_not_read,
    mistakes.block_not_read,
    mistakes.scaled_twice,
    mistakes.raised_without_rule,
    attention.attention_not_positive,
    attention.mscale_alone,
    mistakes.scaled_window,
    mistakes.sections_lost,
    mistakes.truncate_ignored,
    mistakes.features_by_number,
    mistakes.interleaved,
    unread.unread_beside,
    unread.unread_inside,
    unread.type_assumed,
)


def findings(config: Config) -> list[Finding]:
    """All remarks on a config, the most severe first; each message once."""
    by_message: dict[tuple[str, str], Finding] = {}
    everything = [*_unsorted(config)]
    doubtful = any(each.rule == "original_with_output" for each in everything)
    for each in everything:
        if config.form.silences(each.rule) or (doubtful and each.rule == "yarn_is_static"):  # says the wrong length
            continue
        finding = config.form.reworded(each)
        sourced = with_rule(finding, finding.rule, finding.source or config.family.source)
        by_message.setdefault((finding.severity, finding.message), sourced)
    return sorted(by_message.values(), key=lambda finding: SEVERITIES.index(finding.severity))


def rules() -> tuple[str, ...]:
    """Names of all findings: one of each check, and those that no check produces."""
    checks = (*CHECKS, *(check for rule in RULES.values() for check in rule.checks))
    return (*BY_FORM, TARGET, *(check.__name__ for check in checks))


def _unsorted(config: Config) -> Iterator[Finding]:
    yield from (with_rule(remark, remark.rule or FORM) for remark in config.remarks)
    for check in CHECKS:
        yield from (with_rule(finding, check.__name__) for finding in _checked(check, config))
    for kind in config.layer_types:
        for check_layers in kind.rule.checks if kind.rule_stated else ():
            yield from (with_rule(finding, check_layers.__name__) for finding in check_layers(kind))


def _checked(check: Callable[[Config], Iterator[Finding]], config: Config) -> Iterator[Finding]:
    """The findings of a check; an invalid entry that nothing has read before becomes a finding itself."""
    try:
        yield from check(config)
    except ConfigError as refused:
        yield error(
            refused.key,
            f"{refused}.",
            "The encoding of this model does not read it, and no pair, 0, depends on it; others may stop.",
            f"Delete {refused.key}, or write it as its rule says.",
            patch=setting(refused.key, None),
        )
