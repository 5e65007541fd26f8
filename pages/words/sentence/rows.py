"""Embedding, encoding and sum of every token."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np
import pandas as pd
import streamlit as st

from core.inputs.settings import Settings
from core.numeric.numerals import minus
from core.words.embedding import embed
from core.words.sentence import ModelInputs, Repetition, model_inputs, repetition
from core.words.tokens import first_repetition
from figures import theme
from figures.words.sentence import Panel, token_rows
from pages.shared import chart
from pages.shared.verbatim import markdown
from pages.shared.words import Words
from pages.words.sentence.text import Sentence, offer_default

COLUMNS = 64  # dimensions shown
LOOK = {"embedding": ("embedding", theme.EMBEDDING), "encoding": ("+ encoding", theme.ENCODING)}
LOOK |= {"sum": ("= sum", theme.SUM)}


class Cosines(NamedTuple):
    """Cosines between the two rows of a repeated word, as text."""

    embedding: str
    encoding: str
    sum: str


def draw(settings: Settings, words: Words, text: Sentence) -> Callable[[], object] | None:
    """Three tables with a row for each token, and what position does to a word that comes twice."""
    tokens, d_model, columns = text.tokens, settings.d_model, min(COLUMNS, settings.d_model)
    rows = partial(
        model_inputs,
        d_model=d_model,
        base=settings.base,
        scale=settings.scale,
        seed=text.seed,
        is_scaled=text.scales,
    )
    parts = rows(tokens, dimensions=columns)
    alt = words("Rows: alt", tokens=len(tokens), columns=columns)
    places, both, cosines, twice = first_repetition(tokens), None, None, ""
    if places:
        both = rows([tokens[place] for place in places], positions=places)
        repeat, cosines, word = repetition(both), cosines_of(repetition(both)), tokens[places[0]]
        facts = {"first": places[0], "second": places[1], "reading": cosines, "d_model": d_model}
        facts |= {"product": repeat.product, "lengths": (repeat.first_length, repeat.second_length)}
        twice = words("Twice", word=markdown(word), **facts) + " "
        alt += " " + words("Twice: alt", word=word, **facts)
    else:
        st.info(words["No repeat"])
        offer_default(words)
    figure = token_rows(
        panels(parts, both, cosines),
        tokens,
        palette=chart.palette(),
        x=f"dimension{f', first {columns} of {d_model:,}' if columns < d_model else ''}",
        unit="value (1)",
        limit=float(np.quantile(np.abs([parts.embedding, parts.encoding, parts.sum]), 0.98)),
        pair_rows=places,
    )
    chart.show(figure, alt=alt, table=lambda: table(tokens, parts), key="token_rows", code=text.code("token_rows"))
    length = float(np.linalg.norm(embed(tokens, d_model, seed=text.seed, is_scaled=text.scales), axis=1).mean())
    st.markdown(twice + words("Scaled" if text.scales else "Not scaled", length=length, place=(d_model / 2) ** 0.5))
    return partial(st.markdown, words("Twice: why", **facts)) if places else None


def cosines_of(repeat: Repetition) -> Cosines:
    cosines = (repeat.embedding_cosine, repeat.encoding_cosine, repeat.sum_cosine)
    return Cosines(*("undefined" if np.isnan(cosine) else minus(f"{cosine:.3f}") for cosine in cosines))


def panels(parts: ModelInputs, both: ModelInputs | None, cosines: Cosines | None) -> list[Panel]:
    panel_list = []
    for name, (title, colour) in LOOK.items():
        rows = getattr(parts, name)
        note = f"cosine {getattr(cosines, name)}" if cosines else ""
        pair = getattr(both, name)[:, : rows.shape[1]] if both else None
        panel_list.append(Panel(title, note, colour, rows, pair))
    return panel_list


def table(tokens: tuple[str, ...], parts: ModelInputs) -> pd.DataFrame:
    count, columns = parts.embedding.shape
    places = {"position": np.repeat(np.arange(count), columns), "token": np.repeat(tokens, columns)}
    cells = {name: getattr(parts, name).ravel() for name in LOOK}
    return pd.DataFrame(places | {"dimension": np.tile(np.arange(columns), count)} | cells)
