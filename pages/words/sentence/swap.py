"""Two words of the sentence swapped: which outputs of an attention head change."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from core.inputs.settings import Settings
from core.words.orders import ROUNDING, TwoOrders
from core.words.sentence import swap_words, telling_swap
from core.words.tokens import same_word
from figures import theme
from figures.words.sentence import token_bars
from pages.shared import chart, views
from pages.shared.columns import Columns
from pages.shared.verbatim import markdown
from pages.shared.words import Words
from pages.words.sentence.text import Sentence


def draw(settings: Settings, words: Words, text: Sentence) -> Callable[[], object] | None:
    """Largest change of each word's outputs, without and with position."""
    tokens, default = text.tokens, telling_swap(text.tokens)
    if default is None:
        st.info(words["No swap"])
        return None
    pair = choose(tokens, default)
    orders = swap_words(
        tokens,
        *pair,
        settings.d_model,
        base=settings.base,
        scale=settings.scale,
        seed=text.seed,
        is_scaled=text.scales,
    )
    columns = Columns(partial(table, tokens, orders), text.code("swap", swap_pair=pair))
    without, change = columns["change without position"], columns["change with position"]
    facts = {
        "before": emphasise_pair(tokens, pair),
        "after": emphasise_pair([tokens[place] for place in orders.partners], pair),
        "moved": int(np.sum(change > ROUNDING)),
        "tokens": len(tokens),
        "most": markdown(tokens[int(np.argmax(change))]),
        "largest": float(change.max()),
    }
    this, other = (tokens[place] for place in pair)
    same = same_word(this) == same_word(other)
    st.markdown(words("Swapped", **facts))
    figure = token_bars(
        change,
        sizes(change),
        tokens,
        palette=chart.palette(),
        colour=theme.SUM,
        title=words["Swap: title"],
        x="largest change of an output",
        bold_tokens=pair,
    )
    chart.show(figure, columns, alt=words("Swap: alt", this=this, other=other, **facts), key="swap")
    st.markdown(words("Swap: same" if same else "Swap", this=markdown(this), other=markdown(other), **facts))
    head = words("Swap: head", size=orders.typical_size(0.95), seed=text.seed, rounding=float(without.max()))
    return partial(st.markdown, head)


def choose(tokens: tuple[str, ...], default: tuple[int, int]) -> tuple[int, int]:
    """Positions of the two words that the reader swaps."""
    names = [f"{token} · {position}" for position, token in enumerate(tokens)]
    line = st.container(horizontal=True)
    first = line.selectbox("Swap", names, default[0], **views.bind("swap_this"))
    second = line.selectbox("with", names, default[1], **views.bind("swap_with"))
    choices = zip((first, second), default, strict=True)  # a choice may be of a sentence that is gone
    this, other = (names.index(name) if name in names else place for name, place in choices)
    return this, other


def emphasise_pair(tokens: Sequence[str], pair: tuple[int, int]) -> str:
    return " ".join(f"**{markdown(token)}**" if i in pair else markdown(token) for i, token in enumerate(tokens))


def sizes(differences: NDArray[np.float64]) -> list[str]:
    return ["0" if difference < ROUNDING else f"{difference:.3f}" for difference in differences]


def table(tokens: tuple[str, ...], orders: TwoOrders) -> dict[str, Any]:
    """What each output changes, where two words change places."""
    places = {"token": tokens, "position": range(len(tokens)), "position after the swap": orders.partners}
    changes = {
        "change without position": orders.without_position.differences,
        "change with position": orders.with_position.differences,
    }
    return places | changes
