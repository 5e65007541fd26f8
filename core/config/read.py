"""Read a config: which part speaks of the language model, which encoding it has, and how wide its heads are."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from core.config import defaults
from core.config.keys import CONTEXT, HEAD_DIM, HIDDEN, KEY_HEADS, NESTED, QUERY_HEADS, ROTARY
from core.config.model import Config
from core.config.read_layers import WIDEST, Reader
from core.inputs.entries import Entries
from core.inputs.json_text import parse

if TYPE_CHECKING:
    from collections.abc import Mapping


def read(source: str | Mapping[str, Any]) -> Config:
    """The facts of a config; arguments and errors as in `core.model_config.read_config`."""
    config = parse(source)
    entries, outer = _text_part(Entries(MappingProxyType(config)))
    model_type = entries.word("model_type") or outer.word("model_type") or ""
    scheme = _scheme(entries, model_type)
    hidden, heads = entries.whole(*HIDDEN, most=WIDEST * 64), entries.whole(*QUERY_HEADS, most=WIDEST)
    head_dim = _head_dim(entries, model_type, hidden, heads)
    layers = entries.words("layer_types") or ()
    return Config(
        model_type=model_type,
        scheme=scheme,
        hidden_size=hidden,
        heads=heads,
        key_heads=entries.whole(*KEY_HEADS, most=WIDEST),
        head_dim=head_dim,
        context=entries.whole(*CONTEXT, least=2),
        layer_types=Reader(entries, model_type, head_dim, layers).layer_types() if scheme == "RoPE" else (),
        layers=layers,
        entries=entries,
        source=config,
    )


def _text_part(whole: Entries) -> tuple[Entries, Entries]:
    """The part of a config that speaks of the language model, and the whole."""
    part = whole
    for _ in NESTED:  # a text config may be nested in a thinker's
        inner = next((part.inner(name) for name in NESTED if part.has(name)), None)
        if inner is None or not inner.values:
            break
        part = inner
    return part, whole


def _scheme(entries: Entries, model_type: str) -> str:
    """Name of the encoding: flags decide first, then the model type, then the keys that are present."""
    attention = entries.inner("attn_config") or Entries({})
    named = entries.word("position_embedding_type")
    if entries.flag("alibi") or entries.flag("use_alibi") or attention.flag("alibi") or named == "alibi":
        return "ALiBi"
    if entries.has("relative_attention_num_buckets"):
        return "T5"
    if attention.flag("rope") or named in {"rope", "rotary"} or entries.has(*ROTARY):
        return "RoPE"
    usual = "Learned" if named in {"absolute", "learned"} or attention.flag("alibi") is False else "RoPE"
    return defaults.SCHEMES.get(model_type, usual) if attention.flag("alibi") is None else usual


def _head_dim(entries: Entries, model_type: str, hidden: int | None, heads: int | None) -> int | None:
    given = entries.whole(*HEAD_DIM, most=WIDEST)
    if given is None:
        given = defaults.HEAD_DIMS.get(model_type)
    return given if given is not None or hidden is None or heads is None else hidden // heads
