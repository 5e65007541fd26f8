"""What engines compute from a file as it stands, side by side, and what they would get wrong."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np

from core.scaling.rule import Frequencies
from model_configs.engines import Snippet, is_latent, megatron_lm, nemo_rl
from model_configs.entries import ConfigError
from model_configs.families.classes import since_5
from model_configs.finding import apply_patch, setting
from model_configs.findings.mistakes import features_by_number
from model_configs.findings.unread import may_be_read, unread_beside, unread_inside
from model_configs.forms.gguf import TYPES
from model_configs.model import Config
from model_configs.read import read
from model_configs.rules import engines
from model_configs.sentences import clause

COMPARED_TYPES = {"gemma3_text", "gpt_neox", "minimax_m2"}
"""Types with their own arrangement; how other programs read it is known from threads or from their code."""

WITH_ENGINE_CODE = {"exaone", "internlm2", "kimi_k2"}
"""Types whose code is published with their models, and that vLLM 0.33 and SGLang 0.5.23 have code for."""

CONVERTED_TYPES = frozenset(TYPES.values()) | {"qwen2_5_vl_text", "deepseek_v3", "qwen3_vl_moe_text"}
OTHER_RELEASES = "in 5.12 to 5.16, which turn all features of a head"
SAME = 1e-5  # relative tolerance of frequencies, as engines compute in float32


@dataclass(frozen=True)
class Difference:
    """Where an engine differs from the model's own code in one type of layers."""

    layer_type: str
    pairs: int  # how many pairs turn at another frequency
    factor: float  # largest quotient of the frequencies, at least 1
    attention: float  # attention factor of the engine divided by that of the model's code; infinite where that is 0

    @property
    def clause(self) -> str:
        """The difference as a clause without words from the config."""
        parts = []
        if self.pairs:
            label = "number of pairs" if np.isinf(self.factor) else "pair" if self.pairs == 1 else "pairs"
            parts.append(clause(label, pairs=self.pairs, times=self.factor))
        if abs(self.attention - 1) >= SAME:
            label = {0.0: "attention 0", np.inf: "attention not 0"}.get(self.attention, "attention")
            parts.append(clause(label, times=self.attention))
        return ", and ".join(parts)


@dataclass(frozen=True)
class EngineReading:
    """What one engine computes."""

    engine: str
    # name of the type of layers → frequencies; empty where the engine refuses the file
    layers: Mapping[str, Frequencies]
    refusal: str  # why it refuses; "" where it does not
    wrong: tuple[Difference, ...]  # against the model's own code; empty where all agree
    source: str  # address of the code or documentation
    is_known: bool = True  # whether somebody has looked at how the engine reads this model type
    releases: str = ""  # releases that read differently; "" where unknown

    @property
    def sentence(self) -> str:
        """Whether it computes the same as the model's own code, in a sentence; a refusal may quote the config."""
        if self.refusal:
            return f"It cannot be told this: {self.refusal}."
        if not self.is_known:
            return "Unknown: nobody has looked at how it reads these entries of this model type."
        if not self.wrong:
            return f"Same as the model’s own code{f', except {self.releases}' if self.releases else ''}."
        several = len(self.layers) > 1
        parts = (f"{each.layer_type[:40]}: {each.clause}" if several else each.clause for each in self.wrong)
        clauses = "; ".join(parts)
        return f"{clauses[:1].upper()}{clauses[1:]}."


@dataclass(frozen=True)
class Engine:
    """A program that runs or trains models."""

    name: str
    source: str
    # ``f(config, sequence_length)`` → frequencies by type of layers; raises ConfigError where it refuses
    read: Callable[[Config, float | None], Mapping[str, Frequencies]]
    # ``f(config)`` → whether somebody has looked at how it reads this model type
    knows: Callable[[Config], bool] = lambda config: True


def _common(config: Config) -> bool:
    """Whether a type keeps its entries where every engine looks, or is one whose reading was compared."""
    usual = config.family.read_blocks is None and not config.family.published_with_model
    return config.is_known and (usual or config.model_type in COMPARED_TYPES) and _reads_all(config)


def _engines_read(config: Config) -> bool:
    """The same of engines whose releases were read."""
    return _common(config) or (config.model_type in WITH_ENGINE_CODE and _reads_all(config))


def _reads_all(config: Config) -> bool:
    """Whether the type's own code reads all that looks like position; an engine may read what it does not."""
    return not any(may_be_read(each) for check in (unread_beside, unread_inside) for each in check(config))


def _converter_supports(config: Config) -> bool:
    """Whether llama.cpp's converter supports the type, by the architectures that are read here."""
    return _common(config) and config.model_type in CONVERTED_TYPES


def readings(config: Config, sequence_length: float | None = None) -> tuple[EngineReading, ...]:
    """What each engine computes from a config, in the order of `ENGINES`.

    Parameters
    ----------
    config : Config
        One with rotary layers.
    sequence_length : float or None
        Tokens of the text; None for a text within the trained context.

    Returns
    -------
    readings : tuple of EngineReading
    """
    truth = {kind.name: kind.frequencies(sequence_length) for kind in config.layer_types}
    return tuple(_reading(engine, config, sequence_length, truth) for engine in ENGINES)


def _reading(
    engine: Engine, config: Config, length: float | None, truth: Mapping[str, Frequencies]
) -> EngineReading:
    try:
        frequencies = engine.read(config, length)
    except ConfigError as error:
        return EngineReading(engine.name, {}, str(error), (), engine.source)
    except ArithmeticError:
        return EngineReading(engine.name, {}, "it would divide by 0", (), engine.source)
    if not engine.knows(config):
        return EngineReading(engine.name, frequencies, "", (), engine.source, is_known=False)
    wrong = (difference(name, frequencies[name], right) for name, right in truth.items() if name in frequencies)
    differences = tuple(each for each in wrong if each is not None)
    releases = OTHER_RELEASES if engine is ENGINES[0] and [*features_by_number(config)] else ""
    return EngineReading(engine.name, frequencies, "", differences, engine.source, releases=releases)


def difference(
    name: str,  # of the type of layers
    frequencies: Frequencies,  # frequencies in radians per token
    truth: Frequencies,  # frequencies in radians per token
) -> Difference | None:
    """How frequencies differ from the right ones; None where they are the same in float32."""
    attention = frequencies.attention_factor / truth.attention_factor if truth.attention_factor else float("inf")
    if frequencies.attention_factor == truth.attention_factor:
        attention = 1.0
    if len(frequencies.inverse) != len(truth.inverse):
        return Difference(name, max(len(frequencies.inverse), len(truth.inverse)), float("inf"), attention)
    turns = truth.inverse > 0
    with np.errstate(divide="ignore", invalid="ignore"):
        quotient = np.where(turns, frequencies.inverse / truth.inverse, 1.0)
        apart = np.maximum(quotient, 1 / quotient)  # (n,) at least 1
    pairs = int(np.sum(apart > 1 + SAME))
    if not pairs and abs(attention - 1) < SAME:
        return None
    return Difference(name, pairs, float(np.max(apart)), attention)


def _as_it_is(config: Config, length: float | None) -> Mapping[str, Frequencies]:
    return {kind.name: kind.frequencies(length) for kind in config.layer_types}


def _older(config: Config, length: float | None) -> Mapping[str, Frequencies]:
    """Version 4 does not know `rope_parameters`, nor the types that came later."""
    if {config.model_type, str(config.source.get("model_type"))} & since_5():
        raise ConfigError("model_type", "one that 4.57 has", config.model_type)
    whole = apply_patch(config.source, setting(f"{config.entries.path}rope_parameters", None))
    other = read(whole)
    there = {kind.name for kind in other.layer_types}
    names = [kind.name for kind in config.layer_types]
    return {name: other.frequencies(length, name if name in there else None) for name in names}


def _by_engine(name: str, latent: str, config: Config, length: float | None) -> Mapping[str, Frequencies]:
    """An engine that reads the file, with its own version of some rules; `latent` for latent attention."""
    layers, ways = {}, (latent, name) if is_latent(config) else (name,)
    for kind in config.layer_types:
        read = next((kind.in_configs.read_by[way] for way in ways if way in kind.in_configs.read_by), None)
        layers[kind.name] = read(kind, length) if read else kind.frequencies(length)
    return layers


def _by_settings(
    settings: Callable[[Config, int], Snippet], config: Config, length: float | None
) -> Mapping[str, Frequencies]:
    """A program that computes what its own settings can express, and is refused the rest."""
    settings(config, config.context or 2)
    return _as_it_is(config, length)


ENGINES = (
    Engine("transformers 5", "https://huggingface.co/docs/transformers/internal/rope_utils", _as_it_is),
    Engine("transformers 4", "https://huggingface.co/docs/transformers/v4.57.1/internal/rope_utils", _older),
    Engine(
        engines.VLLM,
        "https://github.com/vllm-project/vllm/tree/v0.33.0/vllm/model_executor/layers/rotary_embedding",
        partial(_by_engine, engines.VLLM, engines.VLLM_LATENT),
        _engines_read,
    ),
    Engine(
        engines.SGLANG,
        "https://github.com/sgl-project/sglang/tree/v0.5.23/python/sglang/srt/layers/rotary_embedding",
        partial(_by_engine, engines.SGLANG, engines.SGLANG_LATENT),
        _engines_read,
    ),
    Engine(
        engines.LLAMA_CPP,
        "https://github.com/ggml-org/llama.cpp/blob/master/convert_hf_to_gguf.py",
        partial(_by_engine, engines.LLAMA_CPP, engines.LLAMA_CPP_LATENT),
        _converter_supports,
    ),
    Engine(
        engines.MEGATRON,
        "https://github.com/NVIDIA/Megatron-LM/blob/main/megatron/training/arguments.py",
        partial(_by_settings, megatron_lm),
        _common,
    ),
    Engine(
        "NeMo",
        "https://docs.nvidia.com/nemo/rl/latest/guides/yarn-long-context.html",
        partial(_by_settings, nemo_rl),
        _common,
    ),
)
