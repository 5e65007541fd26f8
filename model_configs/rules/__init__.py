"""Table of contents: what configs and engines make of each scaling rule that configs can ask for."""

from core.scaling.rule import Rule
from model_configs.rules import dynamic, linear, llama3, longrope, proportional, unscaled, yarn
from model_configs.rules.record import RuleInConfigs

RULES_IN_CONFIGS: dict[str, RuleInConfigs] = {
    module.RULE.rule.name: module.RULE
    for module in (unscaled, linear, dynamic, yarn, longrope, llama3, proportional)
}
UNSCALED_KEYS = unscaled.RULE.keys  # of configs that ask for no rule


def in_configs(rule: Rule) -> RuleInConfigs:
    """What configs make of a rule; nothing of one that they cannot ask for."""
    return RULES_IN_CONFIGS.get(rule.name) or RuleInConfigs(rule=rule)


def rules_by_key() -> dict[str, Rule]:
    """Every name by which configs ask for a rule."""
    return {key: record.rule for record in RULES_IN_CONFIGS.values() for key in record.keys}
