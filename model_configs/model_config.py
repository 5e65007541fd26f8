"""A model's config.json, read as its code reads it: the frequencies of its queries and keys, and what is wrong."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from model_configs.advice import advice
from model_configs.all_findings import findings
from model_configs.entries import ConfigError
from model_configs.finding import SEVERITIES, Finding
from model_configs.forms.form import LLAMA_CPP
from model_configs.forms.launch import Command
from model_configs.model import Config, LayerType
from model_configs.read import read

__all__ = ["ConfigError", "LayerType", "ModelConfig", "read_config"]


@dataclass(frozen=True)
class ModelConfig(Config):
    """The entries of a config about position, and what is likely to be wrong with it."""

    def findings(self, target: int | None = None) -> list[Finding]:
        """Likely mistakes and facts worth knowing: (severity, key, message), the most severe first.

        Parameters
        ----------
        target : int or None
            Length of the texts, tokens: also report what the config needs for it.

        Returns
        -------
        findings : list of Finding
            Each with a cure as a JSON merge patch, ``.patch``, where there is one, the address of a source,
            ``.source``, and the name of the check, ``.rule``.
        """
        remarks = findings(self)
        length = target or (self.form.target if self.form.is_known and self.form.kind != LLAMA_CPP else None)
        if length is not None:
            for_length = [*map(self.form.translate, advice(self, length))]
            said = {finding.rule for finding in for_length}
            remarks = [*(each for each in remarks if each.rule not in said), *for_length]
        return sorted(remarks, key=lambda finding: SEVERITIES.index(finding.severity))


def read_config(source: str | bytes | Command | Mapping[str, Any]) -> ModelConfig:
    """Read a model's config, in the forms of Hugging Face transformers up to version 5, or as people paste it.

    Parameters
    ----------
    source : str, bytes, Command or mapping
        Text of a config.json, also with comments, trailing commas or numbers as texts; of `params.json`, of a
        rotary block, or a command line of vLLM, SGLang, llama.cpp or Megatron-LM; of a script, compose file,
        Dockerfile or Modelfile, of which the first such command is read, or one that
        `model_configs.forms.launch.commands` finds in it; the first megabytes of a GGUF file; or the object that a
        config.json stands for. Untrusted.

    Returns
    -------
    config : ModelConfig

    Raises
    ------
    ConfigError
        If an entry cannot be used; it names the key, what is valid, and what was found.
    """
    return ModelConfig(**vars(read(source)))
