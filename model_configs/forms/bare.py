"""A rotary block without a config around it."""

from typing import Any

from model_configs.finding import Finding, info
from model_configs.keys import HEAD_DIM, HIDDEN, RULE, STEP_OVER
from model_configs.rules import rules_by_key

HEAD = 128  # features of a head in most language models
SIGNS = {"factor", "rope_theta", "original_max_position_embeddings", "short_factor", "low_freq_factor"}
MODEL = {*HEAD_DIM, *HIDDEN, "model_type", "architectures", "qk_rope_head_dim", "rotary_dim", "text_config"}


def matches(config: dict[str, Any]) -> bool:
    """Whether an object is a block, or holds nothing but one and a length."""
    if MODEL & set(config):
        return False
    alone = any(config.get(name) in rules_by_key() for name in RULE if isinstance(config.get(name), str))
    return (alone and bool(SIGNS & set(config))) or any(isinstance(config.get(name), dict) for name in STEP_OVER)


def config(block: dict[str, Any]) -> tuple[dict[str, Any], tuple[Finding, ...]]:
    """A config around the block, with a head of the usual width, and a remark that it is assumed."""
    has_block = any(isinstance(block.get(name), dict) for name in STEP_OVER)
    whole = block if has_block else {STEP_OVER[1]: block}
    return {"head_dim": HEAD, **whole}, (info("form", "head_dim", "block", width=HEAD),)
