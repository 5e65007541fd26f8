"""One pair of features: the circle of a word's positions around its embedding."""

from functools import partial

import numpy as np
import streamlit as st

from components.pictures.circle import circle
from core.inputs.settings import Settings
from core.numeric.numerals import in_tokens
from core.words.pair_points import pair_points
from core.words.tokens import MOST_TOKENS, first_repetition, same_positions
from figures import theme
from pages.shared import address, chart
from pages.shared.columns import Columns
from pages.shared.verbatim import markdown
from pages.shared.words import Words
from pages.words.sentence.text import Sentence

PAIRS = 12  # at most


def draw(settings: Settings, words: Words, text: Sentence) -> None:
    """A word that the reader walks along the positions."""
    tokens, d_model = text.tokens, settings.d_model
    if d_model < 2:
        st.info(words["No pair"])
        return
    options = {"base": settings.base, "scale": settings.scale}
    points = pair_points(tokens, d_model, PAIRS, seed=text.seed, is_scaled=text.scales, **options)
    word = address.whole("word", (first_repetition(tokens) or (0, 0))[0], 0, len(tokens) - 1)
    position = address.whole("word_position", word, 0, MOST_TOKENS - 1)
    index = points.nearest(address.whole("word_pair", 0, 0, d_model))
    reading, places = points.reading(word, position, index), same_positions(tokens)
    facts = {
        "at": reading,
        "position": position,
        "even": 2 * reading.pair,
        "odd": 2 * reading.pair + 1,
        "wavelength": in_tokens(reading.wavelength),
        "stands": " and ".join(map(str, places[word])),
    }
    circle(
        tokens,
        points.points,
        pairs=points.pairs,
        frequencies=points.frequencies,
        d_model=d_model,
        places=places,
        last=MOST_TOKENS - 1,
        view={"word": word, "position": position, "pair": reading.pair},
        colours={"embedding": theme.EMBEDDING, "encoding": theme.ENCODING, "sum": theme.SUM},
        alt=words("Pair: alt", word=tokens[word], **facts),
        key="circle",
        on_rest_change=partial(address.keep, "circle", "word", position="word_position", pair="word_pair"),
        **options,
    )
    sine, cosine = points.circle(word, MOST_TOKENS, index).T
    cells = {"position": np.arange(MOST_TOKENS), "sum, sine": sine, "sum, cosine": cosine}
    columns = Columns(lambda: cells, text.code("circle", word=word, pair=reading.pair))
    chart.data(columns, key="circle_of_positions")
    st.markdown(words("Pair", word=markdown(tokens[word]), **facts))
