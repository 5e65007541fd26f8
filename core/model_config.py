"""A model's config.json, read as its code reads it: the frequencies of its queries and keys, and what is wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from core.config.all_findings import findings
from core.config.model import Config, LayerType
from core.config.read import read
from core.inputs.entries import ConfigError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.inputs.finding import Finding

__all__ = ["ConfigError", "LayerType", "ModelConfig", "read_config"]


@dataclass(frozen=True)
class ModelConfig(Config):
    """What a config says of position, and what is likely to be wrong with it."""

    def findings(self) -> list[Finding]:
        """Likely mistakes and facts worth knowing: (severity, key, message), the most severe first."""
        return findings(self)


def read_config(source: str | Mapping[str, Any]) -> ModelConfig:
    """Read a model's config, in the forms of Hugging Face transformers up to version 5.

    Parameters
    ----------
    source : str or mapping
        Text of a config.json, or the object that it stands for. Untrusted.

    Returns
    -------
    config : ModelConfig

    Raises
    ------
    ConfigError
        If an entry cannot be used; it names the key, what is valid, and what was found.
    """
    return ModelConfig(**vars(read(source)))
