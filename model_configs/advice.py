"""What a config needs for texts of a target length: the smallest factor that reaches it, and what that costs."""

from collections.abc import Iterator

from model_configs.engines import inside
from model_configs.finding import Finding, info, number, warning
from model_configs.layer import Origin
from model_configs.lengths import lengthen, lengths
from model_configs.model import Config, LayerType
from model_configs.pair_wavelengths import pair_wavelengths
from model_configs.rewrite import changes

SOURCE = "https://arxiv.org/abs/2309.00071"
COST = "https://github.com/vllm-project/vllm/issues/18728"


def advice(config: Config, target: int) -> Iterator[Finding]:
    """Remarks on a config for a target length in tokens; none where it is written for it, or rests on an assumed
    value.
    """
    if not config.layer_types:
        return
    kind = config.layer_types[0]
    limits = lengths(kind)
    if min(target, kind.window or target) <= limits.claim and limits.is_stated:
        return
    if assumed_facts(config):
        yield info(
            config.entries.path + "max_position_embeddings",
            f"Whether {number(target)} tokens are too many for this model cannot be told.",
            "Its scheme, its base or the length of its training is assumed here, not told by the file.",
            "Write these entries; from an assumption nothing is advised.",
            source=SOURCE,
        )
        return
    yield _longer(config, kind, target)


def assumed_facts(config: Config) -> tuple[str, ...]:
    """Which of "encoding", "base" and "length" neither the file nor its model type gives."""
    origins = {
        "encoding": config.scheme_origin is Origin.ASSUMED,
        "base": any(kind.base_origin is Origin.ASSUMED for kind in config.layer_types),
        "length": any(not lengths(kind).is_stated for kind in config.layer_types),
    }
    return tuple(name for name, is_assumed in origins.items() if is_assumed)


def _longer(config: Config, kind: LayerType, target: int) -> Finding:
    """The text is longer than the config is written for."""
    rewritten, limits = lengthen(kind, target), lengths(kind)
    unseen_pairs = int(pair_wavelengths(kind, target).unseen_pairs.sum())
    message = (
        f"{number(target)} tokens are more than the {number(limits.claim)} that the config is written for.",
        f"Of {kind.rotary_dim // 2} pairs, {unseen_pairs} meet angles at this length that training never showed.",
    )
    key = config.entries.path + "max_position_embeddings"
    if rewritten is kind or rewritten.factor is None:
        instead = f"The rule {kind.rule.name} has no factor that could be raised: the model needs training for it."
        return warning(key, *message, instead, source=SOURCE)
    still_unseen = int(pair_wavelengths(kind, target, rewritten=rewritten).unseen_pairs.sum())
    cost = f" It acts on every text: those within {number(limits.original)} tokens were reported 15 to 20% worse."
    cost = cost if rewritten.is_static else ""
    instead = (
        f"The smallest factor that reaches it is {number(rewritten.factor)} with {rewritten.rule.name}; it leaves "
        f"{still_unseen} such pairs.{cost}"
    )
    part = changes(config, target) or {}
    return warning(key, *message, instead, patch=inside(config, part), source=COST if cost else SOURCE)
