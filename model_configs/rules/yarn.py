"""YaRN in configs and engines: its entries, what is likely wrong with them, and who reads which."""

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.scaling import yarn as method
from core.scaling.rule import Frequencies
from core.scaling.yarn import BETA_FAST, BETA_SLOW, mscale_factor, yarn, yarn_attention
from model_configs.entries import ConfigError, Entries
from model_configs.finding import Finding, error, info, setting, warning, within
from model_configs.rules import engines
from model_configs.rules.entry import Entry, read_attention, read_flag, read_ratio
from model_configs.rules.layers import Layers, factor_from_trained
from model_configs.rules.record import RuleInConfigs
from model_configs.sentences import Written

TELECHAT = "telechat3-yarn"  # vLLM's name for the rule of TeleChat 3


MARKS = (
    "mscale", "mscale_all_dim", "attention_factor", "attn_factor", "truncate", "finetuned", "llama_4_scaling_beta",
)  # fmt: skip
"""Entries of blocks with which models such as DeepSeek, Kimi, gpt-oss and Olmo 3 were released; no card asks to add
them."""


def betas_crossed(layers: Layers) -> Iterator[Finding]:
    """The ends of the ramp are swapped."""
    fast, slow = _betas(layers)
    if fast < slow:
        wrong = _mixed_up(layers, fast, slow)
        yield error(
            "betas_crossed",
            layers.entries.key("beta_fast", "beta_slow"),
            "" if wrong else "none",
            fast=fast,
            slow=slow,
            wrong=wrong,
            pairs=layers.rotary_dim // 2,
            as_fast=Written("beta_fast", slow),
            as_slow=Written("beta_slow", fast),
            patch=within(layers.entries.path, {"beta_fast": slow, "beta_slow": fast}),
        )


def _mixed_up(layers: Layers, fast: float, slow: float) -> int:
    """How many pairs differ where the ends of the ramp are swapped."""
    both = [_truncated_yarn(layers, *ends) for ends in ((fast, slow), (slow, fast))]
    return int(np.sum(~np.isclose(both[0], both[1], rtol=1e-9, atol=0)))


def yarn_is_static(layers: Layers) -> Iterator[Finding]:
    """The rule changes short texts too, though the model was trained without it."""
    factor, original, context = layers.factor or 1, layers.original or 0, layers.context or 0
    if not layers.is_static:
        return
    late = layers.context_stated and context < factor * original  # model cards ask for the block alone
    yield info(
        "yarn_is_static",
        layers.entries.key("rope_type", "type"),
        "late" if late else "",
        by=factor,
        claim=context,
        original=original,
    )


def _betas(layers: Layers) -> tuple[float, float]:
    fast, slow = (
        float(layers.arguments.get(beta.name, method.RULE.default(beta))) for beta in (BETA_FAST, BETA_SLOW)
    )
    return fast, slow


def _llama_cpp(layers: Layers, target: int) -> engines.Options:
    """llama.cpp computes the attention factor itself: only a deviation from the default is written."""
    decimal, factor = engines.decimal, layers.factor or 1.0
    attention = layers.frequencies().attention_factor / yarn_attention(factor)
    fast, slow = _betas(layers)
    options = [
        "--rope-scaling yarn",
        f"--rope-scale {decimal(factor)}",
        f"--yarn-orig-ctx {layers.original}",
        engines.base_option(layers.base),
        "--yarn-ext-factor 1",
        f"--yarn-beta-fast {decimal(fast)}",
        f"--yarn-beta-slow {decimal(slow)}",
    ]
    notes = ["yarn"]
    if not math.isclose(attention, 1, rel_tol=1e-6):
        options.append(f"--yarn-attn-factor {decimal(attention)}")
        notes.append("attention")
    if layers.arguments.get("truncate") is False:
        notes.append("truncate")
    return engines.Options(tuple(options), tuple(notes), raises_limit=True)


def _truncated_yarn(layers: Layers, beta_fast: float, beta_slow: float) -> NDArray[np.float64]:
    """Frequencies with both ends of the ramp moved to whole pairs, whatever the config says."""
    common: dict[str, Any] = {"base": layers.base, "factor": layers.factor or 1.0, "original": layers.original or 2}
    return yarn(layers.trained_frequencies(), beta_fast=beta_fast, beta_slow=beta_slow, **common)


def _in_a_file(layers: Layers, length: float | None) -> Frequencies:
    """By llama.cpp: mscale_all_dim counts in Mistral's files alone, where its converter writes it; no more does."""
    all_dim = layers.arguments.get("mscale_all_dim") if layers.entries.has("llama_4_scaling_beta") else None
    return Frequencies(_truncated_yarn(layers, *_betas(layers)), _ratio(layers, 1.0, all_dim or 0.0))


def _in_a_latent_file(layers: Layers, length: float | None) -> Frequencies:
    """The same for latent attention, where mscale is taken to be as large as mscale_all_dim."""
    all_dim = layers.arguments.get("mscale_all_dim")
    return Frequencies(_truncated_yarn(layers, *_betas(layers)), _ratio(layers, 1.0, 0.0) if not all_dim else 1.0)


def _no_given_attention(layers: Layers, length: float | None) -> Frequencies:
    """SGLang does not read attention_factor; a single mscale is left aside, two are, even where one is 0."""
    return Frequencies(layers.frequencies(length).inverse, _quotient(layers, alone=False) * _more(layers))


def _for_latent(layers: Layers, length: float | None) -> Frequencies:
    """For latent attention vLLM has its own module: mscale counts alone too, attention_factor never."""
    return Frequencies(_truncated_yarn(layers, *_betas(layers)), _quotient(layers, alone=True))


def _for_latent_by_sglang(layers: Layers, length: float | None) -> Frequencies:
    """SGLang's module for latent attention does the same, and reads attn_factor."""
    latent = _for_latent(layers, length)
    return Frequencies(latent.inverse, latent.attention_factor * _more(layers))


def _quotient(layers: Layers, *, alone: bool) -> float:
    """The attention factor by mscale and mscale_all_dim; `alone` where one of them suffices."""
    mscales = [layers.arguments.get(name) for name in ("mscale", "mscale_all_dim")]
    if None in mscales and not alone:
        return _ratio(layers, 1.0, 0.0)
    mscale, all_dim = (usual if value is None else value for value, usual in zip(mscales, (1.0, 0.0), strict=True))
    return _ratio(layers, mscale, all_dim)


def _ratio(layers: Layers, mscale: float, all_dim: float) -> float:
    """The quotient of two mscale factors; an engine that would divide by 0 refuses."""
    above, below = (mscale_factor(layers.factor or 1.0, each) for each in (mscale, all_dim))
    if not below:
        raise ConfigError(layers.entries.key("mscale_all_dim"), "such that it does not divide by 0", all_dim)
    return above / below


def _more(layers: Layers) -> float:
    """The entry attn_factor, which only engines read."""
    return float(layers.arguments.get("attn_factor", 1.0))


def _vllm_latent(layers: Layers, target: int) -> engines.Options:
    """The mscale with which vLLM's quotient is the attention factor."""
    attention, log = layers.frequencies().attention_factor, math.log(layers.factor or 1.0)
    if log <= 0 or math.isclose(_for_latent(layers, None).attention_factor, attention, rel_tol=1e-6):
        return engines.Options()
    below = mscale_factor(layers.factor or 1.0, layers.arguments.get("mscale_all_dim", 0.0))
    return engines.Options(entries={"mscale": (attention * below - 1) / (0.1 * log)})


def _sglang(read: Callable[[Layers, float], Frequencies], layers: Layers, target: int) -> engines.Options:
    """What SGLang has to multiply its own attention factor by."""
    attention, theirs = layers.frequencies().attention_factor, read(layers, target).attention_factor
    if math.isclose(theirs, attention, rel_tol=1e-6) or not theirs:
        return engines.Options()
    return engines.Options(entries={"attn_factor": attention * _more(layers) / theirs})


def attn_factor_alone(layers: Layers) -> Iterator[Finding]:
    """attn_factor, which SGLang reads and transformers does not."""
    if not layers.entries.has("attn_factor") or layers.entries.has("attention_factor"):
        return
    ours, theirs = layers.frequencies().attention_factor, _no_given_attention(layers, None).attention_factor
    if math.isclose(ours, theirs, rel_tol=1e-6):
        return
    yield warning(
        "attn_factor_alone",
        layers.entries.key("attn_factor"),
        more=_more(layers),
        ours=ours,
        theirs=theirs,
        setting=Written("attention_factor", theirs),
        patch=setting(layers.entries.key("attention_factor"), theirs),
    )


def _read_attention_factor(entries: Entries, name: str) -> float | None:
    """The entry; TeleChat 3 has 0.07 in place of YaRN's 0.1, as vLLM 0.33 reads its name of the rule."""
    attention, factor = read_attention(entries, name), read_ratio(entries, "factor") or 1.0
    by_name = attention is None and entries.word("rope_type", "type") == TELECHAT
    return 0.07 * math.log(max(factor, 1.0)) + 1.0 if by_name else attention


RULE = RuleInConfigs(
    rule=method.RULE,
    keys=("yarn", "deepseek_yarn", TELECHAT),
    entries=(
        Entry(BETA_FAST.name, read_ratio),
        Entry(BETA_SLOW.name, read_ratio),
        Entry("mscale", read_attention),
        Entry("mscale_all_dim", read_attention),
        Entry("attention_factor", _read_attention_factor),
        Entry("attn_factor", read_attention),
        Entry("truncate", read_flag),
    ),
    needs_original=True,
    factor_is_quotient=True,
    marks=MARKS,
    lengthen=factor_from_trained,
    engines={
        engines.VLLM_LATENT: _vllm_latent,
        engines.SGLANG: partial(_sglang, _no_given_attention),
        engines.SGLANG_LATENT: partial(_sglang, _for_latent_by_sglang),
        engines.LLAMA_CPP: _llama_cpp,
    },
    read_by={
        engines.VLLM_LATENT: _for_latent,
        engines.SGLANG: _no_given_attention,
        engines.SGLANG_LATENT: _for_latent_by_sglang,
        engines.LLAMA_CPP: _in_a_file,
        engines.LLAMA_CPP_LATENT: _in_a_latent_file,
    },
    checks=(betas_crossed, attn_factor_alone, yarn_is_static),
)
