"""Models that mix attention with layers that have none, or windows with whole attention."""

from collections.abc import Sequence

from model_configs.families.family import Family
from model_configs.families.layer_lists import LINEAR, every, read_count, sliding_if_windowed
from model_configs.families.part import Part
from model_configs.keys import FULL, SLIDING

QWEN_WITH_OUTPUT, QWEN_TRAINED = 40_960, 32_768  # tokens: Qwen3 claims its training and 8,192 for the answer


def qwen_trained(context: int | None) -> int | None:
    """Tokens of training of a Qwen model that claims room for output too; None for another length."""
    return QWEN_TRAINED if context == QWEN_WITH_OUTPUT else None


def _lfm2(part: Part, count: int) -> Sequence[str]:
    full = part.entries.values.get("full_attn_idxs")
    return tuple(FULL if not isinstance(full, list) or i in full else "conv" for i in range(count))


def _windows(part: Part, count: int) -> Sequence[str]:
    return (SLIDING if part.window else FULL,) * count


def _qwen2_moe(part: Part, count: int) -> Sequence[str]:
    most = read_count(part, ("max_window_layers",), 28)
    return tuple(SLIDING if part.window and i % 2 == 0 and i < most else FULL for i in range(count))


def _quotient(part: Part) -> int | None:
    return part.quotient


FAMILIES = (
    Family(types=("deepseek_ocr2_text", "unlimited_ocr_text"), head_dim=_quotient),
    Family(
        types=("deepseek_v3", "axk1", "longcat_flash", "youtu"),
        turning_dims=("head_dim", "qk_rope_head_dim"),
    ),
    Family(types=("glm_moe_dsa",), by_code=("indexer_rope_interleave",)),
    Family(types=("qwen3_next",), layers=every(4, other=LINEAR)),
    Family(types=("qwen3_5_text", "qwen3_5_moe_text"), layers=every(4, other=LINEAR), sections=(11, 11, 10)),
    Family(types=("minimax",), layers=every(2, other=LINEAR)),
    Family(types=("qwen4_exp_text",), layers=every(4, full="indexed_attention", other=LINEAR)),
    Family(types=("bailing_hybrid",), layers=every(6, other=LINEAR)),
    Family(types=("lfm2", "lfm2_moe"), layers=_lfm2),
    Family(types=("gemma2", "t5_gemma_module", "vaultgemma"), layers=every(2)),
    Family(
        types=("qwen2", "qwen3", "qwen3_moe", "dots1"),
        layers=sliding_if_windowed,
        trained_length=lambda part: qwen_trained(part.context),
    ),
    Family(
        types=("nomic_bert",),
        entries=("max_trained_positions", "rotary_scaling_factor"),
        trained_length=lambda part: part.entries.whole("max_trained_positions", least=2),
    ),
    Family(
        types=("qwen2_vl_text", "qwen2_5_vl_text", "qwen2_5_omni_text"),
        layers=sliding_if_windowed,
        sections=(16, 24, 24),
    ),
    Family(types=("qwen3_vl_text", "qwen3_vl_moe_text", "qwen3_omni_moe_text"), sections=(24, 20, 20)),
    Family(types=("glm4v_text", "glm4v_moe_text", "glm_ocr_text", "glm_image_text"), sections=(8, 12, 12)),
    Family(types=("qwen2_moe",), layers=_qwen2_moe),
    Family(types=("mistral", "ministral", "mixtral", "phi3"), layers=_windows),
)
