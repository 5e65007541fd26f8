from collections.abc import Callable
from functools import partial

import streamlit as st

from core.inputs.settings import Settings
from pages.shared import address, frame, room, view_row, views
from pages.shared.words import Words
from pages.words.sentence import pair, rows, swap, text
from pages.words.sentence.text import Sentence

SEED, MOST_SEED = "embedding_seed", 9999
VIEWS = {"Embedding + encoding": rows.draw, "One pair": pair.draw, "Swap": swap.draw}


def draw(settings: Settings, words: Words) -> None:
    seed = address.whole(SEED, 0, 0, MOST_SEED)
    with frame.controls():
        read = text.ask(words)
        scales = st.toggle("× √d_model", True, help=words["Scaled: help"], **views.bind("sqrt_d_model"))
    text.tell_what_is_missing(words, read)
    rest = VIEWS[view_row.view_name()](settings, words, Sentence(read.words, seed, scales)) if read.words else None
    room.close(words, partial(more, words, seed, rest))


def more(words: Words, seed: int, of_view: Callable[[], object] | None) -> None:
    """What the view leaves out, and another embedding table."""
    if of_view:
        of_view()
    st.button(
        words("Seed", seed=seed),
        icon=":material/casino:",
        on_click=draw_another,
        args=(seed,),
        type="tertiary",
        help=words["Seed: help"],
    )


def draw_another(seed: int) -> None:
    address.write(**{SEED: (seed + 1) % (MOST_SEED + 1)})


draw(*room.enter(__file__))
