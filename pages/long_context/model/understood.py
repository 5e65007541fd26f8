"""What was read from a config: a table that says how sure each value is, and the four numbers at its top."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from core.config.facts import facts
from pages.long_context.model.findings import BOXES
from pages.shared.verbatim import markdown
from pages.shared.views import metric

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.config.pair_wavelengths import PairWavelengths
    from core.inputs.finding import Finding
    from core.model_config import ModelConfig
    from pages.long_context.model.view import View
    from pages.shared.words import Words


def table(config: ModelConfig, own: PairWavelengths | None, words: Words) -> pd.DataFrame:
    """What was read, and where it comes from; own is None where queries and keys do not turn."""
    rows = facts(config, own)
    return pd.DataFrame(
        {
            "understood": [fact.name for fact in rows],
            "": [markdown(fact.value) if fact.holds_words else fact.value for fact in rows],
            "from": [markdown(fact.where) for fact in rows],
        }
    )


def metrics(view: View, words: Words, found: Sequence[Finding]) -> None:
    """Pairs that turned, pairs at unseen angles, the horizon, and findings."""
    own = view.own
    pairs, ahead = len(own.used), own.horizon
    unseen = "Metric: after" if view.changed else "Metric: faster" if view.faster else "Metric: needed"
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
    counts = {name: sum(finding.severity == name for finding in found) for name in BOXES}
    counts["note"] = len(found) - sum(counts.values())
    return next((f"{count} {name}{'s' * (count > 1)}" for name, count in counts.items() if count), "none")
