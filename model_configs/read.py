"""Read a config: which part describes the language model, which encoding it has, and how wide its heads are."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from model_configs.entries import Entries
from model_configs.families import family_of
from model_configs.families.classes import usual_part, usual_values
from model_configs.families.family import USUAL, Family
from model_configs.families.part import WIDEST, Part
from model_configs.forms.launch import Command
from model_configs.forms.usual_form import as_config
from model_configs.keys import CONTEXT, KEY_HEADS, ROTARY, TEXT_PARTS
from model_configs.layer import Origin
from model_configs.model import Config
from model_configs.read_layers import layer_types
from model_configs.stack import rule_temperature, stack, with_windows

ROTARY_TYPES = ("rope", "rotary")  # values of position_embedding_type


def read(source: str | bytes | Command | Mapping[str, Any]) -> Config:
    """The facts of a config; arguments and errors as in `model_configs.model_config.read_config`."""
    document = as_config(source)
    config = document.config
    part = _part(Entries(MappingProxyType(config)))
    family = family_of(part.model_type)
    scheme, origin = _scheme(part, family)
    kinds = layer_types(part, family) if scheme == "RoPE" else ()
    layers = stack(part, family, kinds, scheme)
    return Config(
        model_type=part.model_type,
        family=family,
        scheme=scheme,
        scheme_origin=origin,
        hidden_size=part.hidden_size,
        heads=part.heads,
        key_heads=part.entries.whole(*KEY_HEADS, most=WIDEST),
        head_dim=part.head_dim if family.head_dim is None else family.head_dim(part),
        context=part.context,
        context_origin=_context_origin(part),
        layer_types=with_windows(kinds, layers),
        layers=part.layers,
        stack=layers,
        temperature=family.temperature(part) if family.temperature else rule_temperature(kinds),
        entries=part.entries,
        remarks=document.remarks,
        source=config,
        form=document.form,
        rows_before=family.rows_before(part) if family.rows_before else 0,
    )


def _context_origin(part: Part) -> Origin:
    if part.context is None:
        return Origin.ASSUMED
    return Origin.FILE if part.entries.has(*CONTEXT) else part.silent


def _part(whole: Entries) -> Part:
    """The part of a config that describes the language model, with the values of its type."""
    outer, entries = whole.word("model_type") or "", whole
    inside = False
    for name in usual_part(outer).split("."):
        inside |= isinstance(entries.values.get(name), Mapping)
        entries = _inside(entries, name)
    for _ in TEXT_PARTS:  # a text config may be nested in a thinker's
        inner = next((entries.inner(name) for name in TEXT_PARTS if entries.has(name)), None)
        if inner is None or not inner.values:
            break
        entries, inside = inner, True
    inner_type = entries.word("model_type") if entries is not whole else None
    model_type, usual = usual_values(outer, inner_type or "", has_part=inside)
    return Part(entries, model_type, usual, bool(usual) or family_of(model_type) is not USUAL)


def _inside(entries: Entries, name: str) -> Entries:
    """The non-empty object under a name, if there is one."""
    inner = entries.inner(name) if name and isinstance(entries.values.get(name), Mapping) else None
    return inner if inner is not None and inner.values else entries


def _scheme(part: Part, family: Family) -> tuple[str, Origin]:
    """Name of the encoding: by the model's code, then by flags, then by the entries that are present."""
    by_family = family.scheme(part) if family.scheme else None
    if by_family is not None:
        return by_family, Origin.DEFAULT
    if part.turns_nothing:
        return "NoPE", Origin.FILE
    attention = part.entries.inner("attn_config") or Entries({})
    usual, scheme = part.usual.get("scheme"), _named_scheme(part.entries, attention)
    if usual is not None and attention.flag("alibi") is None and scheme != "ALiBi":
        return str(usual), Origin.DEFAULT
    says_rope = attention.flag("rope") or part.entries.word("position_embedding_type") in ROTARY_TYPES
    if scheme is None or (scheme == "RoPE" and part.model_type and not says_rope):  # entries prove known types only
        return "RoPE", part.silent if scheme is None or not part.is_known else Origin.FILE
    return scheme, Origin.FILE


def _named_scheme(entries: Entries, attention: Entries) -> str | None:
    """Name of the encoding by flags and entries; None where no entry concerns position."""
    embedding_type = entries.word("position_embedding_type")
    flags = (entries.flag("alibi"), entries.flag("use_alibi"), attention.flag("alibi"), embedding_type == "alibi")
    signs = {
        "ALiBi": any(flags),
        "T5": entries.has("relative_attention_num_buckets"),
        "RoPE": attention.flag("rope") or embedding_type in ROTARY_TYPES or entries.has(*ROTARY),
        "NoPE": embedding_type == "nope",
        "Axial": embedding_type == "axial",
        "Learned": embedding_type in {"absolute", "learned"} or attention.flag("alibi") is False,
    }
    return next((scheme for scheme, applies in signs.items() if applies), None)
