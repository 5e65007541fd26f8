"""Table of contents: every question, in the order in which it is asked."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from core.teach.questions import long_context, schemes, sinusoidal, words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.teach.questions.card import Card

ORDER = (
    "add-loses",
    "first-dims",
    "swamp",
    "sine-alone",
    "base-is-length",
    "geometric",
    "fast-dims",
    "unique",
    "learned",
    "direction",
    "always-falls",
    "relative",
    "invariant",
    "extrapolate",
    "values",
    "pairs",
    "rope-decay",
    "squeeze",
    "three-rules",
    "temperature",
    "slow-pairs",
    "decoder",
    "alibi-heads",
    "past-the-end",
    "precision",
)

_BY_SLUG = {card.slug: card for cards in (words, sinusoidal, schemes, long_context) for card in cards.CARDS}
CARDS: Mapping[str, Card] = MappingProxyType({slug: _BY_SLUG[slug] for slug in ORDER})
