"""Embedding, encoding and sum of every token."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from core.inputs.settings import Settings
from core.numeric.curve import evenly_spread
from core.numeric.numerals import minus
from core.words.embedding import embed
from core.words.sentence import ModelInputs, Repetition, model_inputs, repetition
from core.words.tokens import first_repetition
from figures import theme
from figures.words.sentence import Panel, token_rows
from pages.shared import chart
from pages.shared.columns import Columns
from pages.shared.verbatim import markdown
from pages.shared.words import Words
from pages.words.sentence.text import Sentence, offer_default

COLUMNS = 24  # dimensions shown at most; with more of them a cell would be a line
LOOK = {"embedding": ("embedding", theme.EMBEDDING), "encoding": ("+ encoding", theme.ENCODING)}
LOOK |= {"sum": ("= sum", theme.SUM)}


class Cosines(NamedTuple):
    """Cosines between the two rows of a repeated word, as text."""

    embedding: str
    encoding: str
    sum: str


def draw(settings: Settings, words: Words, text: Sentence) -> Callable[[], object]:
    """Three tables with a row for each token, and what position does to a word that comes twice."""
    tokens, d_model, dimensions = text.tokens, settings.d_model, dimensions_shown(settings.d_model)
    rows = partial(
        model_inputs,
        d_model=d_model,
        base=settings.base,
        scale=settings.scale,
        seed=text.seed,
        is_scaled=text.scales,
    )
    parts = rows(tokens, dimensions=dimensions)
    columns = {"columns": len(dimensions), "d_model": d_model}
    alt = words("Rows: alt", tokens=len(tokens), **columns)
    places, cosines, twice = first_repetition(tokens), None, ""
    if places:
        repeat, word = repetition(rows([tokens[place] for place in places], positions=places)), tokens[places[0]]
        cosines = cosines_of(repeat)
        facts = {"first": places[0], "second": places[1], "reading": cosines, "d_model": d_model}
        facts |= {"product": repeat.product, "lengths": (repeat.first_length, repeat.second_length)}
        twice = words("Twice", word=markdown(word), **facts) + " "
        alt += " " + words("Twice: alt", word=word, **facts)
    else:
        st.info(words["No repeat"])
        offer_default(words)
    cells = Columns(partial(table, tokens, parts, dimensions), text.code("token_rows"))
    figure = token_rows(
        panels(cells, parts.embedding.shape, places, cosines),
        tokens,
        dimensions=dimensions,
        palette=chart.palette(),
        x=words("Rows: some" if len(dimensions) < d_model else "Rows: all", **columns),
        unit="value",
        limit=float(np.quantile(np.abs([parts.embedding, parts.encoding, parts.sum]), 0.98)),
        pair_rows=places,
    )
    chart.show(figure, cells, alt=alt, key="token_rows")
    length = float(np.linalg.norm(embed(tokens, d_model, seed=text.seed, is_scaled=text.scales), axis=1).mean())
    st.markdown(twice + words["Scaled" if text.scales else "Not scaled"])
    lengths = words("Lengths", length=length, place=(d_model / 2) ** 0.5)
    return partial(st.markdown, f"{lengths}\n\n{words('Twice: why', **facts)}" if places else lengths)


def dimensions_shown(d_model: int) -> NDArray[np.int_]:
    """All, or some of the sines from the fastest to the slowest, as in the left half of Matrix."""
    return np.arange(d_model) if d_model <= COLUMNS else 2 * evenly_spread((d_model + 1) // 2, COLUMNS)


def cosines_of(repeat: Repetition) -> Cosines:
    cosines = (repeat.embedding_cosine, repeat.encoding_cosine, repeat.sum_cosine)
    return Cosines(*("undefined" if np.isnan(cosine) else minus(f"{cosine:.3f}") for cosine in cosines))


def panels(
    cells: Columns, shape: tuple[int, ...], places: tuple[int, int] | None, cosines: Cosines | None
) -> list[Panel]:
    panel_list = []
    for name, (title, colour) in LOOK.items():
        rows = cells[name].reshape(shape)  # (tokens, dimensions)
        note = f"cosine {getattr(cosines, name)}" if cosines else ""
        pair = rows[list(places)] if places else None
        panel_list.append(Panel(title, note, colour, rows, pair))
    return panel_list


def table(tokens: tuple[str, ...], parts: ModelInputs, dimensions: NDArray[np.int_]) -> dict[str, NDArray[Any]]:
    count, columns = parts.embedding.shape
    places = {"position": np.repeat(np.arange(count), columns), "token": np.repeat(tokens, columns)}
    cells = {name: getattr(parts, name).ravel() for name in LOOK}
    return places | {"dimension": np.tile(dimensions, count)} | cells
