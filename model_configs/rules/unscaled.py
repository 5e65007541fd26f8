"""No rule, as configs and engines say it."""

from core.scaling import unscaled, yarn
from model_configs.rules import engines
from model_configs.rules.layers import Layers
from model_configs.rules.record import RuleInConfigs


def _llama_cpp(layers: Layers, target: int) -> engines.Options:
    return engines.Options(("--rope-scaling none", engines.base_option(layers.base)))


RULE = RuleInConfigs(
    rule=unscaled.RULE,
    keys=("default", "mrope"),
    key_entries={"mrope": "mrope_section"},  # whose sections are time, height and width
    successor=yarn.RULE,
    engines={engines.LLAMA_CPP: _llama_cpp, engines.MEGATRON: engines.plain},
)
