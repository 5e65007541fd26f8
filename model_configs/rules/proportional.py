"""Proportional RoPE in configs."""

from core.scaling import proportional
from model_configs.rules.layers import factor_raised
from model_configs.rules.record import RuleInConfigs

RULE = RuleInConfigs(
    rule=proportional.RULE,
    keys=("proportional",),
    factor_tells_reach=False,
    trained_scaled=True,
    lengthen=factor_raised,
)
