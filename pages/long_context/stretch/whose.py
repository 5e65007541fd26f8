"""Whose numbers the rules are shown for: those of a model, or those of the sliders."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from streamlit.delta_generator import DeltaGenerator

from core.frequencies import inverse_frequencies
from core.inputs.settings import Settings
from core.long_context.stretched_model import ROWS
from core.scaling.arguments import ORIGINAL_LENGTH
from core.scaling.rule import Frequencies
from model_configs.entries import ConfigError
from model_configs.lengths import lengths
from model_configs.model import LayerType
from model_configs.pair_wavelengths import pair_wavelengths
from model_configs.presets import PRESETS
from pages.long_context.model import prose
from pages.long_context.model.choice import (
    ask_layers,
    ask_model,
    ask_target,
    chosen_config,
    session_model,
    shown_name,
)
from pages.long_context.model.script_values import frequencies_values
from pages.shared import address, lesson_link, sliders
from pages.shared.contents import YOUR_CONFIG
from pages.shared.words import Words

SLIDERS = "the sliders"
LLAMA_2 = (128, 10_000, 4096)  # rotary features, base, trained context length
CONTEXT = (4096, 32_768)  # tokens, trained and wanted
HEAD, LEAST_HEAD, MAX_HEAD = 128, 4, 512  # rotary features
LONGEST = ORIGINAL_LENGTH.stops[-1]
GROWTH = 4  # times the trained length, where a config claims no more than that


@dataclass(frozen=True)
class Whose:
    """A head and its lengths, and where they come from."""

    name: str  # of the model, or SLIDERS
    shown_name: str  # in a sentence
    dim: int  # rotary features
    base: float
    original: int  # trained context length, tokens
    target: int  # wanted context length, tokens
    rule: str = ""  # name of the rule that the model's config gives; "" without a model
    window: int | None = None  # tokens that its layers see at most
    # claimed length in tokens, where the config tells that the model was trained on with its rule
    trained_on_to: int | None = None
    scaled_by_rule: Mapping[str, Frequencies] = field(default_factory=dict)  # of that rule as the config has it
    # what the config gives this rule beside base and lengths, for scripts
    entries: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


def chosen_name() -> str:
    """The session's model, unless the address names the sliders or says what these stand at."""
    explicit = address.text("model") or any(address.text(name) for name in ("context", "rotary_dim", "rules"))
    by_itself = explicit or lesson_link.current().is_one_of_several
    if by_itself and address.text("model") not in (YOUR_CONFIG, *PRESETS):
        return SLIDERS
    return session_model() or SLIDERS


def ask(controls: DeltaGenerator, settings: Settings, words: Words, of_model: Words) -> Whose | str:
    """Draw the controls and read them; why there is nothing to show where a model's numbers cannot be used."""
    name = chosen_name()
    ask_model(controls, [SLIDERS, YOUR_CONFIG, *PRESETS], name, help=words["Model: help"])
    if name == SLIDERS:
        return _of_sliders(controls, settings, words)
    config = chosen_config(name, of_model)
    if config is None:
        return ""
    if not config[0].layer_types:
        return of_model("No turning", scheme=config[0].scheme)
    try:
        return _of_model(controls, ask_layers(controls, config[0]), config[1], words, of_model)
    except ConfigError as error:
        return prose.unusable(error, of_model)


def _of_sliders(controls: DeltaGenerator, settings: Settings, words: Words) -> Whose:
    dim = 2 * (address.whole("rotary_dim", HEAD, LEAST_HEAD, MAX_HEAD) // 2)
    label, stops = words["Context"], ORIGINAL_LENGTH.stops
    ends = sliders.slider(
        label, stops, CONTEXT, key="context", place=controls, width=360, help=words["Context: help"]
    )
    original, target = sorted(ends)
    is_known = (dim, settings.base, original) == LLAMA_2
    shown = "Llama 2 7B" if is_known else words("Whose: sliders", pairs=dim // 2, base=settings.base)
    return Whose(SLIDERS, shown, dim, settings.base, original, target)


def _of_model(controls: DeltaGenerator, kind: LayerType, name: str, words: Words, of_model: Words) -> Whose | str:
    dim, own_lengths = kind.rotary_dim, lengths(kind)
    usual = own_lengths.claim if own_lengths.claim > own_lengths.original else GROWTH * own_lengths.original
    target = ask_target(controls, of_model, usual, own_lengths.original, own_lengths.claim, longest=LONGEST)
    pairs = pair_wavelengths(kind, target)
    original, target = pairs.trained_offsets, max(pairs.target_offsets, pairs.trained_offsets)
    plain = LEAST_HEAD <= dim <= MAX_HEAD and np.array_equal(
        pairs.trained_omega, inverse_frequencies(dim, kind.base)
    )
    if not plain or not ROWS <= original <= target <= LONGEST:
        return words("Whose: nobody", name=shown_name(name), longest=LONGEST)
    rule_name = kind.rule.name if kind.is_scaled else ""
    scaled_by_rule = {rule_name: Frequencies(pairs.omega, pairs.attention_factor)} if rule_name else {}
    entries = {rule_name: frequencies_values(kind, target)["options"]} if rule_name else {}
    claim = own_lengths.claim if kind.is_trained_further else None
    shown, own = shown_name(name), (kind.rule.name, kind.window, claim, scaled_by_rule, entries)
    return Whose(name, shown, dim, kind.base, original, target, *own)
