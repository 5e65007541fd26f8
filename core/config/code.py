"""Python that computes a config's frequencies, one line after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core import code_export
from core.config.keys import PARTIAL
from core.method import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.config.model import LayerType
    from core.config.pair_wavelengths import PairWavelengths


def numpy_code(kind: LayerType, target: int) -> str:
    """Python that computes the frequencies and the attention factor of `LayerType.frequencies` by itself.

    Parameters
    ----------
    kind : LayerType
    target : int
        Length of the text, tokens.

    Returns
    -------
    code : str
        Defines `frequencies`, shape (rotary_dim // 2,), radians per token, and `attention_factor`, and prints
        both; needs NumPy alone.
    """
    lines = [*_series(kind, LANGUAGES[0]), "attention_factor = 1.0", *_rule_lines(kind, target, LANGUAGES[0])]
    return "\n".join(["import numpy as np", "", *lines, "", "print(frequencies)", "print(attention_factor)"])


def comb_code(combs: Mapping[str, PairWavelengths], language: str) -> str:
    """Lines that compute the frequencies of combs by themselves.

    Parameters
    ----------
    combs : mapping of PairWavelengths
        By name.
    language : str
        Of `core.method.LANGUAGES`.

    Returns
    -------
    code : str
        Defines `combs`, a list: of each its name, its frequencies in training and at the target, shape
        (rotary_dim // 2,), radians per token, and the lengths of training and of the text, tokens.
    """
    lines = ["combs = []  # of each: name, frequencies in training and now, tokens of training and of the text"]
    before = [""]
    for name, comb in combs.items():
        origin = _own_lines(comb.origin, comb.lengths.trained, language)
        own = _own_lines(comb.kind, comb.target, language)
        lines += ["", *origin, "trained = frequencies"] if origin != before else []
        lines += ["", *own[2:]] if own != origin else []  # base and pairs are the same
        used = "trained" if own == origin else "frequencies"
        lines.append(f"combs.append(({code_export.written(name)}, trained, {used}, {comb.seen}, {comb.reached}))")
        before = origin
    return "\n".join(lines)


def _own_lines(kind: LayerType, target: int, language: str) -> list[str]:
    lines = [*_series(kind, language), *_rule_lines(kind, target, language)]
    return [line for line in lines if not line.startswith("attention_factor")]


def _series(kind: LayerType, language: str) -> list[str]:
    pairs = {"NumPy": "np.arange({})", "PyTorch": "torch.arange({}, dtype=torch.float64)"}[language]
    return [
        f"base, dim = {kind.base!r}, {kind.exponent_dim}  # dim: rotary features of a head",
        f"pair = {pairs.format(kind.rotary_dim // 2)}",
        "frequencies = base ** (-2 * pair / dim)  # radians per token",
    ]


def _rule_lines(kind: LayerType, target: int, language: str) -> list[str]:
    array = {"NumPy": "np", "PyTorch": "torch"}[language]
    given, original = kind.arguments, f"original = {kind.original!r}  # tokens"
    match kind.rule.name:
        case "Unscaled":
            return []
        case "Linear":
            lines = ["frequencies = frequencies / factor"]
        case "Dynamic NTK":
            lines = [original, f"length = {target}  # tokens of this text", *_DYNAMIC]
        case "YaRN":
            ends = f"fast, slow = {given.get('beta_fast', 32.0)!r}, {given.get('beta_slow', 1.0)!r}  # turns"
            rounded = [] if given.get("truncate") is False else ["low, high = np.floor(low), np.ceil(high)"]
            lines = [original, ends, *_CORRECTION, *rounded, *_RAMP, _attention(kind)]
        case "Llama 3":
            bounds = f"low, high = {given.get('low_freq_factor', 1.0)!r}, {given.get('high_freq_factor', 4.0)!r}"
            lines = [original, f"{bounds}  # turns", *_LLAMA3]
        case "Proportional":
            turning = f"turning = int({given[PARTIAL]!r} * {kind.rotary_dim} // 2)  # pairs"
            lines = [turning, "frequencies = array.where(pair < turning, frequencies, 0) / factor"]
        case _:
            return ["", f"# {kind.rule.name}, for a text of {target} tokens", *_listed(kind, target, language)]
    lines = [line.replace("array.", f"{array}.") for line in lines]
    return ["", f"# {kind.rule.name}", f"factor = {kind.factor!r}", *lines]


def _listed(kind: LayerType, target: int, language: str) -> list[str]:
    """What a rule without a formula has made of each pair."""
    scaled = kind.frequencies(target)
    divisors = (kind.trained() / scaled.inverse).round(12).tolist()
    listed = {"NumPy": "np.array({!r})", "PyTorch": "torch.tensor({!r}, dtype=torch.float64)"}[language]
    return [f"frequencies = frequencies / {listed.format(divisors)}",
            f"attention_factor = {scaled.attention_factor!r}"]  # fmt: skip


def _attention(kind: LayerType) -> str:
    if not {"mscale", "mscale_all_dim", "attention_factor"} & set(kind.arguments):
        return "attention_factor = 0.1 * np.log(max(factor, 1)) + 1"
    return f"attention_factor = {kind.frequencies().attention_factor!r}"


_DYNAMIC = [
    "factor = factor * max(length, original) / original - (factor - 1)",
    "frequencies = frequencies / factor ** (pair / max(len(pair) - 1, 1))",
]
_CORRECTION = [
    "def pair_that_makes(turns):",
    "    return len(pair) * np.log(original / (2 * np.pi * turns)) / np.log(base)",
    "",
    "low, high = pair_that_makes(fast), pair_that_makes(slow)",
]
_RAMP = [
    "low, high = max(low, 0), min(high, 2 * len(pair) - 1)",
    "ramp = array.clip((pair - low) / (high - low or 0.001), 0, 1)",
    "frequencies = frequencies / factor * ramp + frequencies * (1 - ramp)",
]
_LLAMA3 = [
    "turns = original * frequencies / (2 * np.pi)",
    "kept = array.clip((turns - low) / (high - low), 0, 1) if high > low else (turns >= low) * 1.0",
    "frequencies = frequencies / factor * (1 - kept) + frequencies * kept",
]
