"""Models whose code is published with them: ChatGLM, DBRX, Baichuan, Qwen; some read the common entries alone."""

from dataclasses import replace

from core.config.families.block import Block, usual_blocks
from core.config.families.family import Family
from core.config.families.part import Part
from core.inputs.entries import Entries
from core.scaling.entry import read_ratio


def _chatglm(part: Part) -> tuple[Block, ...]:
    """`rope_ratio` multiplies the base, and half of a head turns."""
    if part.entries.has("rope_scaling", "rope_parameters", "rope_theta"):
        return usual_blocks(part)
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


_WITH_MODEL = (
    Family(
        types=("chatglm",),
        source="https://huggingface.co/THUDM/glm-4-9b-chat/blob/main/modeling_chatglm.py",
        entries=("rope_ratio", "original_rope"),
        arranged=_chatglm,
    ),
    Family(
        types=("baichuan",),
        source="https://huggingface.co/baichuan-inc/Baichuan2-13B-Chat/blob/main/modeling_baichuan.py",
        scheme=_baichuan,
    ),
    Family(
        types=("kimi_k2",),
        source="https://huggingface.co/moonshotai/Kimi-K2-Instruct/blob/main/modeling_deepseek.py",
    ),
    Family(
        types=("internlm2",),
        source="https://huggingface.co/internlm/internlm2_5-7b/blob/main/modeling_internlm2.py",
    ),
    Family(
        types=("exaone",),
        source="https://huggingface.co/LGAI-EXAONE/EXAONE-3.5-7.8B-Instruct/blob/main/modeling_exaone.py",
    ),
    Family(
        types=("qwen",),
        source="https://huggingface.co/Qwen/Qwen-7B/blob/main/modeling_qwen.py",
        by_code={  # the base times (2^k - 1)^(d / (d - 2)) for k - 1 doublings of seq_length, in heads of d = 128
            "use_dynamic_ntk": "In texts longer than seq_length, its code multiplies the base: by 3.053 up to "
            "twice that length, by 7.22 up to four times.",
            "use_logn_attn": "Beyond seq_length, its code multiplies each query by the logarithm of its position "
            "to the base seq_length.",
        },
    ),
)
FAMILIES = (
    *(replace(family, published_with_model=True) for family in _WITH_MODEL),
    Family(
        types=("dbrx",),
        source="https://huggingface.co/databricks/dbrx-instruct/blob/main/config.json",
        entries=("attn_config.rope_theta",),
        arranged=_dbrx,
    ),
)
