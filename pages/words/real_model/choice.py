"""What the reader has chosen: two sentences, position ids, a head, and whether there are positions at all."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from core.inputs.whole_text import whole_text
from core.words import minilm
from core.words.minilm.heads import layer_and_head, moved
from core.words.minilm.numbering import NUMBERINGS, numbering_of, position_ids
from core.words.minilm.twin import twin
from pages.shared import address, frame, preview
from pages.shared.words import Words

MOST = 300  # characters of a sentence; 30 tokens have some 150
KEY = "real_{}"  # of a widget, by its name in the address, which it shares with widgets of other rooms
LAST = "_last_{}"  # by key of a menu: the name that it showed or was given last
REPLACED = "_replaced_{}"  # by key of a field: what the server has replaced, until the browser has heard of it
BY_HAND = "by hand"


@dataclass(frozen=True)
class Known:
    """What does not depend on position ids."""

    tokens: tuple[str, ...]  # (n,)
    is_cut: bool
    moved: NDArray[np.float64]  # (layers, heads)


@dataclass(frozen=True)
class Choice:
    """The room's settings; `run_ids` are under the hand while it moves."""

    sentence: str
    second: str
    known: Known  # of the sentence
    ids: NDArray[np.int_]  # (n,) in the address
    run_ids: NDArray[np.int_]  # (n,)
    head: tuple[int, int]  # layer and head
    positions: bool


@st.cache_resource(max_entries=16, scope="session", show_spinner=False)
def known(sentence: str) -> Known:
    """A sentence read twice, with right position ids and without; kept while the hand moves them."""
    right, off = (minilm.run(sentence, positions=on) for on in (True, False))
    return Known(right.tokens, right.is_cut, moved(right, off))


class Embedded(NamedTuple):
    """What a sentence is compared by."""

    tokens: tuple[str, ...]  # (n,)
    embedding: NDArray[np.float64]  # (d_model,)


@st.cache_resource(max_entries=64, scope="session", show_spinner=False)
def embedded(sentence: str, *, positions: bool) -> Embedded:
    """A sentence with right position ids or without any."""
    run = minilm.run(sentence, positions=positions)
    return Embedded(run.tokens, run.embedding)


def ask(words: Words) -> Choice | None:
    """Draw the controls and read the address; None where there is no word.

    Raises FileNotFoundError if the model is missing.
    """
    controls = frame.controls()
    with controls:
        sentence = _field("sentence", words["Label: sentence"], words["Default"])
        place = st.empty()
        named, positions = address.text("ids") or "right", _positions_switch(words)
    if not sentence.strip():
        st.info(words["Empty"])
        return None
    about = known(sentence)
    count = len(about.tokens)
    if count < 3:
        st.info(words["Empty"])
        return None
    ids = position_ids(named, count)
    _numbering_menu(words, ids, place, is_read=positions)
    if about.is_cut:
        st.info(words("Cut", kept=count))
    (hand,) = preview.texts("ids", (",".join(map(str, ids)),))
    head = layer_and_head(address.text("head") or "")
    return Choice(sentence, _second(sentence), about, ids, position_ids(hand, count), head, positions)


def _second(sentence: str) -> str:
    asked = (address.text("twin") or "")[:MOST]
    return asked if asked.strip() else twin(sentence)


def ask_second(words: Words, chosen: Choice) -> None:
    """Draw the field of the other sentence, below the picture, where a phone has room for it."""
    _field("twin", words["Label: twin"], twin(chosen.sentence))


def _field(name: str, label: str, default: str) -> str:
    """A sentence of the address, in a field; its beginning where it is longer than the model reads."""
    asked = address.text(name)
    text = whole_text(default if asked is None else asked[:MOST])[:MOST]
    key = KEY.format(name)
    told, replaced = st.session_state.get(key), REPLACED.format(key)
    if told in {None, text}:
        st.session_state.pop(replaced, None)
    else:
        st.session_state.setdefault(replaced, told)
    st.session_state[key] = text
    st.text_input(label, max_chars=MOST, key=key, on_change=_take_text, args=(name, default), width=380)
    return text


def _take_text(name: str, default: str) -> None:
    """Write into the address what the reader has typed; one that was replaced may come once more."""
    key = KEY.format(name)
    text, replaced = st.session_state[key], REPLACED.format(key)
    if text == st.session_state.get(replaced):
        st.session_state[replaced] = None
    else:
        address.write(**{name: None if text == default else text})


def _positions_switch(words: Words) -> bool:
    """Whether the table is added; the numbering "off" of an address says no, too."""
    is_on = address.text("positions") != "off" and address.text("ids") != "off"
    key = KEY.format("positions")
    st.session_state[key] = is_on
    st.toggle(words["Label: positions"], key=key, on_change=_take_positions)
    return is_on


def _take_positions() -> None:
    is_on = st.session_state[KEY.format("positions")]
    named = {"ids": None} if is_on and address.text("ids") == "off" else {}
    address.write(positions=None if is_on else "off", **named)


def _numbering_menu(
    words: Words, ids: NDArray[np.int_], place: st.delta_generator.DeltaGenerator, *, is_read: bool
) -> None:
    """A menu of the usual numberings, which shows that the ids are set by hand where they are none of these; grey
    while nothing reads them."""
    current, labels = numbering_of(ids), words.under("Numbering")
    names = [name for name, each in NUMBERINGS.items() if each.positions]
    is_named = current in names
    # two widgets: a move by hand that follows at once still brings the last name, and would choose it
    key = KEY.format("ids" if is_named else "ids_by_hand")
    st.session_state[key] = st.session_state[LAST.format(key)] = current if is_named else BY_HAND
    place.selectbox(
        words["Label: ids"],
        names if is_named else [*names, BY_HAND],
        format_func=lambda name: labels.get(name, name),
        key=key,
        on_change=_take_numbering,
        args=(key,),
        disabled=not is_read,
        width=200,
    )


def _take_numbering(key: str) -> None:
    """Write into the address the numbering that the reader has chosen.

    After another menu has taken this one's place, the browser reports the last choice once more, and Streamlit,
    which has forgotten it, calls that a change: the choice as it was before is none.
    """
    name, last = st.session_state[key], LAST.format(key)
    if name not in (BY_HAND, st.session_state.get(last)):
        address.write(ids=None if name == "right" else name)
    st.session_state[last] = name


def keep(key: str, count: int) -> None:  # the component's key; the number of tokens
    """Write into the address where ids and head have come to rest; the report is not trusted."""
    rest = st.session_state[key].rest
    ids, head = (rest.get(name) if isinstance(rest, Mapping) else None for name in ("ids", "head"))
    if not isinstance(ids, str) or not isinstance(head, str):
        return
    numbering = numbering_of(position_ids(ids, count))
    layer, at = layer_and_head(head)
    default = layer_and_head("")
    address.write(
        ids=None if numbering == "right" else numbering,
        head=None if (layer, at) == default else f"{layer}.{at}",
    )
