"""Dynamic NTK scaling in configs and engines."""

from core.scaling import dynamic
from core.scaling.dynamic import effective_factor
from core.scaling.ntk import base_for
from model_configs.rules import engines
from model_configs.rules.layers import Layers
from model_configs.rules.record import RuleInConfigs


def _llama_cpp(layers: Layers, target: int) -> engines.Options:
    """The fixed base that has the same effect on a text of the target length."""
    effective = effective_factor(layers.factor or 1.0, layers.original or target, target)
    base = base_for(effective, layers.base, layers.exponent_dim) if layers.exponent_dim > 2 else layers.base
    return engines.Options(("--rope-scaling none", engines.base_option(base)), ("dynamic",))


RULE = RuleInConfigs(
    rule=dynamic.RULE,
    keys=("dynamic",),
    starts_from_claimed=True,
    claimed_includes_factor=False,
    engines={engines.LLAMA_CPP: _llama_cpp},
    read_by={
        engines.VLLM: engines.no_rule,  # it takes the claimed length for the one in training, and for the text's
        engines.SGLANG: engines.at_the_stretched_limit,
        engines.LLAMA_CPP: engines.no_rule,
    },
)
