"""Table of contents: every question, in order."""

from collections.abc import Mapping
from types import MappingProxyType

from core.teach.questions import (
    images_and_prompts,
    long_context,
    own_table,
    real_model,
    schemes,
    sinusoidal,
    time_and_signals,
    words,
)
from core.teach.questions.card import Card

ORDER = (
    "add-loses first-dims swamp sine-alone base-is-length geometric fast-dims unique learned direction "
    "always-falls column-order exponent-own divided odd-column relative invariant extrapolate values pairs "
    "other-rotation rope-decay squeeze three-rules temperature slow-pairs past-training whole-text "
    "found-again decoder alibi-heads past-the-end all-at-five batch-first one-row no-position floor-division "
    "in-halves exp-log one-word-back who-paid plus-hundred learned-hands precision axial-diagonal "
    "resampled-edge image-positions one-column unit-time shift-one slow-first more-bandwidth"
).split()

_MODULES = (words, sinusoidal, own_table, schemes, real_model, long_context, images_and_prompts, time_and_signals)
_BY_SLUG = {card.slug: card for module in _MODULES for card in vars(module).values() if isinstance(card, Card)}
CARDS: Mapping[str, Card] = MappingProxyType({slug: _BY_SLUG[slug] for slug in ORDER})
