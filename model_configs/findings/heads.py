"""The features of a head, and how many of them turn."""

from collections.abc import Iterator

from model_configs.finding import Finding, entry, error, info, name_of, number, raw, setting, warning
from model_configs.keys import HEAD_DIM, HIDDEN, QUERY_HEADS, SHARE
from model_configs.model import Config, LayerType


def head_dim_left_over(config: Config) -> Iterator[Finding]:
    """The hidden features cannot be divided evenly among the heads."""
    hidden, heads = config.hidden_size, config.heads
    if not config.layer_types or not hidden or not heads or hidden % heads == 0:
        return
    if config.entries.has(*HEAD_DIM, "qk_rope_head_dim") or config.head_dim != hidden // heads:
        return
    yield error(
        config.entries.key(*QUERY_HEADS),
        f"head_dim is missing, and {number(hidden)} hidden features cannot be dealt out to {number(heads)} heads: "
        f"{number(hidden % heads)} are left over.",
        f"Rounded down to {number(hidden // heads)} a head here; other programs refuse the file.",
        f"Write {entry('head_dim', hidden // heads)} if heads need not fill the hidden features, or correct "
        f"{name_of(config.entries.key(*HIDDEN))} or {name_of(config.entries.key(*QUERY_HEADS))}.",
        patch=setting(config.entries.path + "head_dim", hidden // heads),
    )


def head_dim_of_its_own(config: Config) -> Iterator[Finding]:
    """A head is wider or narrower than its share of the hidden features."""
    hidden, heads, width = config.hidden_size, config.heads, raw(config.entries, *HEAD_DIM)
    split = config.entries.has("qk_rope_head_dim")
    if not config.layer_types or split or width is None or not hidden or not heads or width * heads == hidden:
        return
    key = config.entries.key(*HEAD_DIM)
    yield info(
        key,
        f"{name_of(key)} is {number(width)}, but {number(hidden)} hidden features / {number(heads)} heads = "
        f"{number(hidden / heads)}.",
        "That is allowed, and Gemma 7B, Qwen3 and others have it; programs that compute the quotient instead get "
        f"heads of {hidden // heads} features and other frequencies.",
        f"Nothing has to change in the file: {entry(key, int(width))} is read.",
    )


def odd_rotary_dim(config: Config) -> Iterator[Finding]:
    """An odd number of features turns: one has no partner."""
    for kind in config.layer_types:
        if kind.exponent_dim % 2 == 0:
            continue
        full = config.head_dim is not None and kind.rotary_dim > config.head_dim
        key = _exponent_key(config, kind, full=full)
        yield (error if full else warning)(
            key,
            f"{number(kind.exponent_dim)} features of a head turn, an odd number.",
            "Features turn in pairs: "
            + (
                f"the last of {number(kind.exponent_dim)} has no partner in this head, and programs refuse it."
                if full
                else f"here and in current transformers {number(kind.rotary_dim)} do, elsewhere it is rounded down."
            ),
            f"Write {entry(key, _even(config, kind, key))}.",
            patch=setting(key, _even(config, kind, key)),
        )


def share_not_possible(config: Config) -> Iterator[Finding]:
    """partial_rotary_factor is outside (0, 1]."""
    for kind in config.layer_types:
        place = kind.entries if kind.entries.has(SHARE[0]) else config.entries
        share, key = place.number(*SHARE), place.key(*SHARE)
        if share is not None and not 0 < share <= 1:
            likely_share = share / 100 if 1 < share <= 100 else 1.0
            yield error(
                key,
                f"{name_of(key)} is {number(share)}, outside of 0 to 1.",
                f"It is the share of a head that turns; this one is read as 1, {kind.rotary_dim} features.",
                f"Write {entry(key, likely_share)}" + (", if per cent were meant." if likely_share < 1 else "."),
                patch=setting(key, likely_share),
            )


def more_turn_than_there_are(config: Config) -> Iterator[Finding]:
    """rotary_dim is larger than the head."""
    rotary_dim, split = config.entries.whole("rotary_dim"), config.entries.has("qk_rope_head_dim")
    if not config.layer_types or split or not rotary_dim or not config.head_dim or rotary_dim <= config.head_dim:
        return
    yield error(
        config.entries.key("rotary_dim"),
        f"rotary_dim is {number(rotary_dim)}, but a head has {number(config.head_dim or 0)} features.",
        f"More features cannot turn than there are: {number(rotary_dim - (config.head_dim or 0))} have no place.",
        f"Write {entry('rotary_dim', config.head_dim)}, or correct head_dim.",
        patch=setting(config.entries.key("rotary_dim"), config.head_dim),
    )


def _exponent_key(config: Config, kind: LayerType, *, full: bool) -> str:
    """Path of the entry that decides how many features turn."""
    entries = config.entries
    if entries.has("qk_rope_head_dim", "rotary_dim"):
        return entries.key("qk_rope_head_dim", "rotary_dim")
    if full or kind.exponent_dim == config.head_dim:
        return entries.key(*HEAD_DIM)
    return kind.entries.key(SHARE[0]) if kind.entries.has(SHARE[0]) else entries.key(*SHARE)


def _even(config: Config, kind: LayerType, key: str) -> float:
    """A value that makes the number of turning features even."""
    if config.head_dim is None or not name_of(key).startswith(("partial", "rotary_pct", "rotary_emb", "rope_pct")):
        return kind.rotary_dim
    share = kind.rotary_dim / config.head_dim
    exact = int(config.head_dim * share) == kind.rotary_dim  # rounding may put the product just below
    return share if exact else share * (1 + 1e-12)
