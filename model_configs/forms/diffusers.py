"""Configs of Hugging Face diffusers: models of pictures, whose positions are rows and columns.

.. https://github.com/huggingface/diffusers/blob/main/src/diffusers/configuration_utils.py
"""

from typing import Any

from model_configs.finding import Finding, info

CLASS, VERSION = "_class_name", "_diffusers_version"  # which every such file has
AXES = "axes_dims_rope"
LONGEST, MOST_AXES = 60, 8  # characters of the name of a class, and axes


def matches(config: dict[str, Any]) -> bool:
    """Whether an object has the mark of such a file."""
    return VERSION in config or isinstance(config.get(CLASS), str)


def config(entries: dict[str, Any]) -> tuple[dict[str, Any], tuple[Finding, ...]]:
    """The entries that concern position, and a remark on where they are explained."""
    kind, axes = entries.get(CLASS), entries.get(AXES)
    name = kind[:LONGEST] if isinstance(kind, str) else ""
    is_list = isinstance(axes, list) and 0 < len(axes) < MOST_AXES and all(type(each) is int for each in axes)
    features: list[int] = axes if isinstance(axes, list) and is_list else []
    remark = info(
        "form",
        CLASS,
        "pictures" if features else "pictures, unknown axes",
        "of pictures",
        name=name or "a class that is not named",
        axes=tuple(map(str, features)),
        whole=str(sum(features)),
    )
    return {"model_type": "diffusers", "position_embedding_type": "axial", AXES: features}, (remark,)
