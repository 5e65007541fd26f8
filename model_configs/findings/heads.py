"""The features of a head, and how many of them turn."""

from collections.abc import Iterator

from model_configs.finding import Finding, error, info, name_of, raw, setting, warning
from model_configs.keys import HEAD_DIM, HIDDEN, QUERY_HEADS, SHARE
from model_configs.model import Config, LayerType
from model_configs.sentences import Written


def head_dim_left_over(config: Config) -> Iterator[Finding]:
    """The hidden features cannot be divided evenly among the heads."""
    hidden, heads = config.hidden_size, config.heads
    if not config.layer_types or not hidden or not heads or hidden % heads == 0:
        return
    if config.entries.has(*HEAD_DIM, "qk_rope_head_dim") or config.head_dim != hidden // heads:
        return
    yield error(
        "head_dim_left_over",
        config.entries.key(*QUERY_HEADS),
        hidden=hidden,
        heads=heads,
        left=hidden % heads,
        width=hidden // heads,
        setting=Written("head_dim", hidden // heads),
        sizes=(name_of(config.entries.key(*HIDDEN)), name_of(config.entries.key(*QUERY_HEADS))),
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
        "head_dim_of_its_own",
        key,
        entry=name_of(key),
        width=width,
        hidden=hidden,
        heads=heads,
        quotient=hidden / heads,
        narrow=hidden // heads,
        setting=Written(name_of(key), int(width)),
        source=config.family.source,
    )


def odd_rotary_dim(config: Config) -> Iterator[Finding]:
    """An odd number of features turns: one has no partner."""
    for kind in config.layer_types:
        if kind.exponent_dim % 2 == 0:
            continue
        full = config.head_dim is not None and kind.rotary_dim > config.head_dim
        key = _exponent_key(config, kind, full=full)
        yield (error if full else warning)(
            "odd_rotary_dim",
            key,
            "full" if full else "",
            odd=kind.exponent_dim,
            even=kind.rotary_dim,
            setting=Written(name_of(key), _even(config, kind, key)),
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
                "share_not_possible",
                key,
                "per cent" if likely_share < 1 else "",
                entry=name_of(key),
                share=share,
                features=kind.rotary_dim,
                setting=Written(name_of(key), likely_share),
                patch=setting(key, likely_share),
            )


def more_turn_than_there_are(config: Config) -> Iterator[Finding]:
    """rotary_dim is larger than the head."""
    rotary_dim, split = config.entries.whole("rotary_dim"), config.entries.has("qk_rope_head_dim")
    if not config.layer_types or split or not rotary_dim or not config.head_dim or rotary_dim <= config.head_dim:
        return
    yield error(
        "more_turn_than_there_are",
        config.entries.key("rotary_dim"),
        turning=rotary_dim,
        width=config.head_dim,
        excess=rotary_dim - config.head_dim,
        setting=Written("rotary_dim", config.head_dim),
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


CHECKS = (head_dim_left_over, head_dim_of_its_own, odd_rotary_dim, share_not_possible, more_turn_than_there_are)
