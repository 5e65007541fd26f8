"""What was read from a config, as a table, and the four numbers at its top."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from pages.long_context.model.view import View, rule_text
from pages.shared.verbatim import markdown
from pages.shared.views import metric

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.config.pair_wavelengths import PairWavelengths
    from core.inputs.finding import Finding
    from core.model_config import ModelConfig
    from pages.shared.words import Words

GRAVE = ("error", "warning")  # severities that have a box of their own


def table(config: ModelConfig, own: PairWavelengths | None) -> pd.DataFrame:
    """What was read, two columns of text; own is None where queries and keys do not turn."""
    rows = {"model type": markdown(config.model_type[:80]) or "not told", "position": config.scheme}
    if config.hidden_size and config.heads:
        of_keys = f" ({config.key_heads} of keys)" if config.key_heads else ""
        rows["hidden size, heads"] = f"{config.hidden_size:,}, {config.heads}{of_keys}"
    rows |= {"context": _tokens(config.context)} if own is None else _rotary_rows(config, own)
    return pd.DataFrame({"understood": list(rows), "": list(rows.values())})


def _rotary_rows(config: ModelConfig, own: PairWavelengths) -> dict[str, str]:
    kind = own.kind
    rows = {
        "rotary features": f"{kind.rotary_dim} of {config.head_dim or kind.rotary_dim}",
        "base": f"{kind.base:,.12g}",
        "rule": rule_text(kind),
        "attention factor": f"{own.attention_factor:.4f}",
        "trained on": _tokens(own.lengths.trained),
        "claimed": _tokens(own.lengths.claimed),
        "window": _tokens(kind.window),
        "critical dimension": f"{own.critical} of {kind.rotary_dim}",
    }
    if config.layers:
        counts = list(Counter(config.layers).items())[:4]
        rows["layers"] = _names(f"{count} × {name}" for name, count in counts)
    elif len(config.layer_types) > 1:
        rows["layers"] = _names(kind.name for kind in config.layer_types[:4])
    return rows


def _tokens(number: float | None) -> str:
    return "none" if number is None else f"{number:,.0f} tokens"


def _names(given: Iterable[str]) -> str:
    return ", ".join(markdown(name[:40]) for name in given)


def metrics(view: View, words: Words, found: Sequence[Finding]) -> None:
    """Pairs that turned, pairs at unseen angles, the horizon, and findings."""
    own = view.own
    pairs, ahead, unseen = len(own.used), own.horizon, "Metric: after" if view.changed else "Metric: needed"
    with st.grid(4, min_column_width=170, gap="small"):
        metric(words["Metric: turn"], f"{own.complete.sum()} of {pairs}", f"within {own.seen:,} tokens")
        metric(words["Metric: unseen"], f"{own.unseen.sum()} of {pairs}", words(unseen, found=view.reading))
        metric(
            words["Metric: horizon"],
            f"{ahead:,}" if ahead else f"> {own.searched:,}",
            words["Metric: heuristic"],
        )
        metric(
            words["Metric: findings"],
            _most_severe(found),
            f"{len(found)} in all" if found else "by the rules of this room",
        )


def _most_severe(found: Sequence[Finding]) -> str:
    counts = {name: sum(finding.severity == name for finding in found) for name in GRAVE}
    counts["note"] = len(found) - sum(counts.values())
    return next((f"{count} {name}{'s' * (count > 1)}" for name, count in counts.items() if count), "none")
