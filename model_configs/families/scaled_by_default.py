"""Model types whose class scales the frequencies where the config is silent."""

from dataclasses import replace

from core.scaling import UNSCALED
from model_configs.entries import Entries
from model_configs.families.block import SCALING, Block, named_rule, usual_blocks
from model_configs.families.family import Family, models
from model_configs.families.layer_lists import every
from model_configs.families.part import Part
from model_configs.keys import ORIGINAL_CONTEXT, PARTIAL

_OSS = {"factor": 32.0, "beta_fast": 32.0, "beta_slow": 1.0, "truncate": False}
_LLAMA = {"rope_type": "llama3", "low_freq_factor": 1.0, "high_freq_factor": 4.0}

_HALF = {"rope_type": "default", "rope_theta": 1e4, "partial_rotary_factor": 0.5}


# Ministral 3 and Mistral 4: YaRN by default, and queries that grow with their position.
_YARN = {"rope_type": "yarn", "beta_fast": 32.0, "beta_slow": 1.0}
_MISTRAL_YARN = _YARN | {"mscale": 1.0, "mscale_all_dim": 1.0, "llama_4_scaling_beta": 0.1}
MINISTRAL = _MISTRAL_YARN | {"factor": 16.0, "original_max_position_embeddings": 16_384, "rope_theta": 1e6}
MISTRAL = _MISTRAL_YARN | {"factor": 128.0, "original_max_position_embeddings": 8192, "rope_theta": 1e4}
LARGE = _YARN | {"factor": 2048.0, ORIGINAL_CONTEXT: 512, "attention_factor": 1.0, "rope_theta": 1e4}


def _both(part: Part) -> int | None:
    """Features of a head: those that turn and those that do not."""
    head_dim = part.entries.whole("head_dim")
    rope_dim, nope_dim = part.whole("qk_rope_head_dim"), part.whole("qk_nope_head_dim")
    return head_dim if head_dim or rope_dim is None or nope_dim is None else rope_dim + nope_dim


def _mistral4(part: Part) -> tuple[Block, ...]:
    """The share of a head that turns follows from its features, where a rule acts that no `rope_scaling` brings."""
    (block, *rest) = usual_blocks(part, MISTRAL)
    old, rope_dim, whole = part.entries.inner(SCALING), part.whole("qk_rope_head_dim"), _both(part)
    is_replaced, values = old is not None and bool(old.values), block.entries.values
    share = rope_dim / whole if rope_dim and whole and not is_replaced else 1.0
    is_unscaled = named_rule(values) in {None, UNSCALED}
    entries = {**values, PARTIAL: 1.0} if is_unscaled else {PARTIAL: share, **values}
    return (replace(block, share=share, entries=Entries(entries, block.entries.path)), *rest)


FAMILIES = (
    Family(
        types=("gpt_oss", "openai_privacy_filter"),
        entries=("initial_context_length",),
        default={"rope_type": "yarn", "original_max_position_embeddings": 4096, **_OSS},
        layers=every(2),
    ),
    Family(
        types=("apertus",),
        default={"factor": 8.0, "original_max_position_embeddings": 8192, "rope_theta": 1.2e7, **_LLAMA},
    ),
    Family(
        types=("cwm",),
        default={"factor": 16.0, "original_max_position_embeddings": 8192, "rope_theta": 1e6, **_LLAMA},
        layers=every(4, last=False),
    ),
    Family(
        types=(
            "nemotron3_5_transcribe_asr_audio",
            "nemotron3_5_transcribe_word_timestamp",
            "nemotron3_5_transcribe_audio",
        ),
        address=models("nemotron3_5_transcribe"),
        default=_HALF,
    ),
    Family(
        types=("cosmos3_edge_text",),
        default={"rope_type": "default", "rope_theta": 1e8, "mrope_section": [24, 20, 20]},
    ),
    Family(types=("moonshine_streaming",), default=_HALF | {"partial_rotary_factor": 0.8}),
    Family(
        types=("higgs_audio_v2",),
        default={
            **_LLAMA,
            "factor": 32.0,
            "low_freq_factor": 0.125,
            "high_freq_factor": 0.5,
            "original_max_position_embeddings": 1024,
            "rope_theta": 5e5,
        },
    ),
    Family(types=("ministral3",), default=MINISTRAL),
    Family(types=("mistral4",), read_blocks=_mistral4, head_dim=_both, turning_dims=()),
)
