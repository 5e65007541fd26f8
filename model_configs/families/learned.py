"""Learned tables that hold fewer tokens than rows, since padding has the first ones, or texts of any length."""

from model_configs.families.family import Family
from model_configs.families.part import Part

PADDING = 1  # its row in the checkpoints of these types


def after_padding(part: Part) -> int:
    """Rows up to that of padding, which tokens do not use: positions begin at ``pad_token_id + 1``.

    Source: Hugging Face transformers 5.23, create_position_ids_from_input_ids of modeling_roberta,
    https://github.com/huggingface/transformers/blob/v5.23.0/src/transformers/models/roberta/modeling_roberta.py
    """
    row = part.entries.whole("pad_token_id", least=0)
    return (PADDING if row is None else row) + 1


FAMILIES = (
    Family(
        types=tuple(
            "roberta altclip_text_model bridgetower_text_model camembert clap_text_model data2vec-text ibert "
            "layoutlmv3 lilt longformer luke markuplm roberta-prelayernorm xlm-roberta xlm-roberta-xl xmod".split()
        ),
        rows_before=after_padding,
    ),
    Family(types=("mpnet",), rows_before=lambda part: PADDING + 1),  # whatever pad_token_id is
    # TAPAS counts within a cell, SAM 3 Lite stretches its table; in the others another entry gives the rows.
    Family(
        types=("tapas", "sam3_lite_text_text_model", "decision_transformer", "rag", "reformer"),
        rows_before=lambda part: None,
    ),
)
