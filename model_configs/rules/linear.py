"""Position interpolation in configs and engines."""

from core.scaling import linear
from model_configs.rules import engines
from model_configs.rules.layers import Layers, factor_raised
from model_configs.rules.record import RuleInConfigs


def _llama_cpp(layers: Layers, target: int) -> engines.Options:
    scale = f"--rope-scale {engines.decimal(layers.factor or 1.0)}"
    return engines.Options(("--rope-scaling linear", scale, engines.base_option(layers.base)))


RULE = RuleInConfigs(
    rule=linear.RULE,
    keys=("linear",),
    claimed_includes_factor=False,
    lengthen=factor_raised,
    engines={engines.LLAMA_CPP: _llama_cpp, engines.MEGATRON: engines.interpolation},
)
