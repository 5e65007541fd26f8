"""Models with names of their own for common entries; many publish their code themselves."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core.scaling.ntk import base_for
from model_configs.entries import Entries
from model_configs.families.block import Block, usual_blocks
from model_configs.families.family import Family
from model_configs.families.learned import after_padding
from model_configs.families.part import Part
from model_configs.keys import RULE
from model_configs.rules.entry import read_ratio

# GPT-NeoX and Bamba: names of their own for the base and for the share of a head that turns.


def _neox(part: Part) -> tuple[Block, ...]:
    """`rotary_emb_base` and `rotary_pct` beside the block; the usual names are read in the block alone."""
    (block, *rest) = usual_blocks(part)
    return (replace(block, thetas=((part.entries, ("rotary_emb_base",)),), shares=("rotary_pct",)), *rest)


def _bamba(part: Part) -> tuple[Block, ...]:
    """Half of a head turns, whatever stands beside the block."""
    return tuple(replace(block, shares=()) for block in usual_blocks(part))


# MiniMax: `rotary_dim` is the number of features that turn in M2, and read by nothing in M3.


def _m2(part: Part) -> tuple[Block, ...]:
    (block, *rest) = usual_blocks(part)
    rotary_dim = part.entries.whole("rotary_dim")
    share = rotary_dim / part.head_dim if rotary_dim and part.head_dim else None
    return (Block(block.name, block.entries, block.thetas, share=share, is_nested=block.is_nested), *rest)


# Hunyuan: `alpha` raises the base for texts of every length, whatever the block calls it.
HUNYUAN_NAMES = ("dynamic", "xdrope")
HUNYUAN_SECTIONS = "xdrope_section"


def _hunyuan_blocks(part: Part) -> tuple[Block, ...]:
    """The usual block; with `alpha`, its base is that of NTK-aware scaling by this factor."""
    (block, *rest) = usual_blocks(part)
    alpha, dim = read_ratio(block.entries, "alpha"), part.head_dim
    if rest or block.entries.word(*RULE) not in HUNYUAN_NAMES or not alpha or not dim or dim < 4:
        return (_rename_rule(block), *rest)
    base = block.entries.number("rope_theta") or part.entries.number("rope_theta") or 1e4
    stated_base = (base_for(alpha, base, dim), block.entries.key("alpha"))
    return (Block(block.name, block.entries, stated_base=stated_base, is_scaled=False),)


def _rename_rule(block: Block) -> Block:
    """The name "xdrope" stands for dynamic scaling."""
    if block.entries.word(*RULE) != "xdrope":
        return block
    return Block(
        block.name, Entries({**block.entries.values, "rope_type": "dynamic"}, block.entries.path), block.thetas
    )


HUNYUAN_V1 = Family(
    types=("hunyuan_v1_dense", "hunyuan_v1_moe", "hunyuan_vl_text"),
    block_entries=("alpha", HUNYUAN_SECTIONS, "beta_fast", "beta_slow", "mscale", "mscale_all_dim"),
    read_blocks=_hunyuan_blocks,
)


# ESM: learned positions in the first models, rotary ones of a fixed base since.


def _esm(part: Part) -> str | None:
    return "RoPE" if part.entries.word("position_embedding_type") == "rotary" else "Learned"


# ERNIE 4.5 VL: the pairs of height and width alternate in training and stand apart in the code.
TIME_PAIRS = 20  # the last ones; those of height and width come before


def order(pairs: int) -> NDArray[np.int64]:
    """Which pair of the geometric series stands at each place: even ones of space, odd ones, then those of time."""
    space = pairs - TIME_PAIRS
    return np.concatenate([np.arange(0, space, 2), np.arange(1, space, 2), np.arange(space, pairs)])


# Models whose code is published with them: ChatGLM, DBRX, Baichuan, Qwen; some read the common entries alone.


def _chatglm(part: Part) -> tuple[Block, ...]:
    """`rope_ratio` multiplies the base; half of a head turns, also in a config that was lengthened."""
    if part.entries.has("rope_scaling", "rope_parameters", "rope_theta"):
        return tuple(replace(block, share=0.5) for block in usual_blocks(part))
    ratio = read_ratio(part.entries, "rope_ratio") or 1.0
    stated_base = (1e4 * ratio, part.entries.key("rope_ratio")) if part.entries.has("rope_ratio") else None
    places = ((part.entries, ("rope_ratio",)),)  # named where it is missing
    return (Block("full_attention", thetas=places, stated_base=stated_base, base=1e4, share=0.5),)


def _dbrx(part: Part) -> tuple[Block, ...]:
    """The base stands in `attn_config`."""
    attention = part.entries.inner("attn_config") or Entries({})
    (block, *rest) = usual_blocks(part)
    return (Block(block.name, block.entries, ((attention, ("rope_theta",)), *block.thetas)), *rest)


def _baichuan(part: Part) -> str | None:
    """The larger models, 40 layers of 5,120 features, are ALiBi by their code; the smaller ones turn."""
    return "ALiBi" if part.hidden_size == 5120 else None


_PUBLISHED_WITH_MODEL = (
    Family(
        types=("chatglm",),
        address="https://huggingface.co/THUDM/glm-4-9b-chat/blob/main/modeling_chatglm.py",
        entries=("rope_ratio", "original_rope"),
        read_blocks=_chatglm,
    ),
    Family(
        types=("baichuan",),
        address="https://huggingface.co/baichuan-inc/Baichuan2-13B-Chat/blob/main/modeling_baichuan.py",
        scheme=_baichuan,
    ),
    Family(
        types=("kimi_k2",),
        address="https://huggingface.co/moonshotai/Kimi-K2-Instruct/blob/main/modeling_deepseek.py",
    ),
    Family(
        types=("internlm2",),
        address="https://huggingface.co/internlm/internlm2_5-7b/blob/main/modeling_internlm2.py",
    ),
    Family(
        types=("exaone",),
        address="https://huggingface.co/LGAI-EXAONE/EXAONE-3.5-7.8B-Instruct/blob/main/modeling_exaone.py",
    ),
    Family(
        types=("qwen",),
        address="https://huggingface.co/Qwen/Qwen-7B/blob/main/modeling_qwen.py",
        # the base times (2^k - 1)^(d / (d - 2)) for k - 1 doublings of seq_length, in heads of d = 128; and queries
        # times the logarithm of their position
        by_code=("use_dynamic_ntk", "use_logn_attn"),
    ),
)


FAMILIES = (
    Family(
        types=("gpt_neox", "gpt_neox_japanese"),
        entries=("rotary_emb_base", "rotary_pct"),
        unread=("rope_theta", "partial_rotary_factor"),
        read_blocks=_neox,
    ),
    Family(types=("bamba",), unread=("partial_rotary_factor",), read_blocks=_bamba),
    Family(types=("minimax_m2",), entries=("rotary_dim",), read_blocks=_m2, turning_dims=()),
    Family(types=("minimax_m3_vl_text", "minimax_m3_vl"), turning_dims=()),
    HUNYUAN_V1,
    replace(HUNYUAN_V1, types=("hunyuan",), address=HUNYUAN_V1.source, published_with_model=True),
    Family(types=("esm",), scheme=_esm, switch=("position_embedding_type", "rotary"), rows_before=after_padding),
    Family(types=("ernie4_5_vl_moe_text",), order=order),
    *(replace(family, published_with_model=True) for family in _PUBLISHED_WITH_MODEL),
    Family(
        types=("dbrx",),
        address="https://huggingface.co/databricks/dbrx-instruct/blob/main/config.json",
        entries=("attn_config.rope_theta",),
        read_blocks=_dbrx,
    ),
)
