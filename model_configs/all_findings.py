"""Likely mistakes in a config, and facts worth knowing: one function per check."""

from collections.abc import Callable, Iterator
from inspect import isgeneratorfunction

from model_configs.entries import ConfigError
from model_configs.finding import SEVERITIES, Finding, error, setting, with_rule
from model_configs.findings import attention, bases, contexts, heads, layers, mistakes, names, other_lengths, unread
from model_configs.model import Config
from model_configs.rules import RULES_IN_CONFIGS

__all__ = ["CHECKS", "Finding", "findings", "rules", "with_rule"]

FORM, TARGET = "form", "target"  # names of findings that no check makes: on the form, on a target length
BY_FORM = (
    FORM,
    *"number_as_text option_removed override_unreached override_replaces length_capped which_model".split(),
)
MODULES = (bases, contexts, other_lengths, names, heads, layers, attention, mistakes, unread)
CHECKS: tuple[Callable[[Config], Iterator[Finding]], ...] = tuple(
    check
    for module in MODULES
    for name, check in vars(module).items()
    if isgeneratorfunction(check) and check.__module__ == module.__name__ and not name.startswith("_")
)
"""Every public function of these modules that yields findings, in its order there."""


def findings(config: Config) -> list[Finding]:
    """All remarks on a config, the most severe first; each message once."""
    by_message: dict[tuple[str, str], Finding] = {}
    everything = [*_each_finding(config)]
    doubtful = any(each.rule == "original_with_output" for each in everything)
    for each in everything:
        if config.form.silences(each.rule) or (doubtful and each.rule == "yarn_is_static"):  # says the wrong length
            continue
        finding = config.form.reword(each)
        with_source = with_rule(finding, finding.rule, finding.source or config.family.source)
        by_message.setdefault((finding.severity, finding.message), with_source)
    return sorted(by_message.values(), key=lambda finding: SEVERITIES.index(finding.severity))


def rules() -> tuple[str, ...]:
    """Names of all findings: one of each check, and those that no check produces."""
    checks = (*CHECKS, *(check for each in RULES_IN_CONFIGS.values() for check in each.checks))
    return (*BY_FORM, TARGET, *(check.__name__ for check in checks))


def _each_finding(config: Config) -> Iterator[Finding]:
    yield from (with_rule(remark, remark.rule or FORM) for remark in config.remarks)
    for check in CHECKS:
        yield from (with_rule(finding, check.__name__) for finding in _findings_of(check, config))
    for kind in config.layer_types:
        for check_layers in kind.in_configs.checks if kind.rule_stated else ():
            yield from (with_rule(finding, check_layers.__name__) for finding in check_layers(kind))


def _findings_of(check: Callable[[Config], Iterator[Finding]], config: Config) -> Iterator[Finding]:
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
