"""What was read from a config: a table that says how sure each value is, and two numbers beside it."""

import pandas as pd
import streamlit as st

from model_configs.facts import facts
from model_configs.model_config import ModelConfig
from model_configs.pair_wavelengths import PairWavelengths
from pages.long_context.model import prose
from pages.long_context.model.view import View, formula
from pages.shared.verbatim import markdown
from pages.shared.words import Words


def table(config: ModelConfig, pairs: PairWavelengths | None, words: Words) -> pd.DataFrame:
    """What was read, and where it comes from; `pairs` is None where queries and keys are not rotated."""
    rows = facts(config, pairs)
    return pd.DataFrame(
        {
            "understood": [fact.name for fact in rows],
            "": [markdown(fact.value) if fact.holds_words else fact.value for fact in rows],
            "from": [markdown(fact.where) for fact in rows],
        }
    )


def draw(view: View, source: str, words: Words) -> None:
    """All that was read, its source, and the turns of one pair as a formula."""
    left, right = st.columns(2, gap="medium")
    left.table(table(view.config, view.before, words), border="horizontal", hide_index=True)
    left.caption(source)
    right.latex(words("Formula", reading=view.reading, **formula(view)))
    right.markdown(prose.remedy(view, words))
    ahead = view.before.horizon
    right.markdown(words("Horizon", ahead=f"{ahead:,}" if ahead else f"> {view.before.last_searched:,}"))
