"""Likely mistakes in a config, and facts worth knowing: all checks, and their findings."""

from collections.abc import Callable, Iterator

from model_configs.entries import ConfigError
from model_configs.finding import SEVERITIES, Finding
from model_configs.findings import (
    attention,
    bases,
    commands,
    contexts,
    heads,
    layers,
    llama_cpp,
    mistakes,
    names,
    other_lengths,
    unread,
)
from model_configs.findings.invalid import entry_invalid
from model_configs.model import Config

CHECKS: tuple[Callable[[Config], Iterator[Finding]], ...] = (
    *llama_cpp.CHECKS,
    *commands.CHECKS,
    *bases.CHECKS,
    *contexts.CHECKS,
    *other_lengths.CHECKS,
    *names.CHECKS,
    *heads.CHECKS,
    *layers.CHECKS,
    *attention.CHECKS,
    *mistakes.CHECKS,
    *unread.CHECKS,
)
"""Checks of any config, in the order of their findings; those of one rule stand in its record."""


def findings(config: Config) -> list[Finding]:
    """All remarks on a config, the most severe first; each message once."""
    by_message: dict[tuple[str, str], Finding] = {}
    everything = [*_each_finding(config)]
    doubtful = any(each.rule == "original_with_output" for each in everything)
    for each in everything:
        if config.form.silences(each) or (doubtful and each.rule == "yarn_is_static"):  # says the wrong length
            continue
        finding = config.form.translate(each)
        by_message.setdefault((finding.severity, finding.message), finding)
    return sorted(by_message.values(), key=lambda finding: SEVERITIES.index(finding.severity))


def _each_finding(config: Config) -> Iterator[Finding]:
    yield from config.remarks
    for check in CHECKS:
        yield from _findings_of(check, config)
    for kind in config.layer_types:
        for check_layers in kind.in_configs.checks if kind.rule_stated else ():
            yield from check_layers(kind)


def _findings_of(check: Callable[[Config], Iterator[Finding]], config: Config) -> Iterator[Finding]:
    """The findings of a check; an invalid entry that nothing has read before becomes a finding itself."""
    try:
        yield from check(config)
    except ConfigError as refused:
        yield entry_invalid(refused)
