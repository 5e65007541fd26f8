"""Table of contents: every context-extension rule, one file each, in the order in which they appeared."""

from core.scaling import by_parts, dynamic, linear, llama3, longrope, ntk, proportional, unscaled, yarn
from core.scaling.rule import Rule

UNSCALED = unscaled.RULE  # of configs that name no rule
RULES: dict[str, Rule] = {
    rule.name: rule
    for rule in (
        unscaled.RULE,
        linear.RULE,
        ntk.RULE,
        dynamic.RULE,
        by_parts.RULE,
        yarn.RULE,
        longrope.RULE,
        llama3.RULE,
        proportional.RULE,
    )
}
