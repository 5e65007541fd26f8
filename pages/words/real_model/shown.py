"""What the real model makes of the sentence: lines of one head, and how alike sentences are."""

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from components.pictures.attention import Bar, attention
from core.numeric.numerals import minus
from core.schemes import SCHEMES
from core.words import minilm
from core.words.minilm.heads import favourite_keys, favourite_offsets
from core.words.minilm.model import HEADS, LAYERS, ROWS
from core.words.minilm.numbering import NUMBERINGS, numbering_of
from core.words.minilm.stored import FILE
from core.words.sentence import cosine
from figures import theme
from pages.shared import chart
from pages.shared.columns import Columns
from pages.shared.verbatim import markdown
from pages.shared.words import Words
from pages.take_away.code import Code
from pages.words.real_model.choice import BY_HAND, Choice, ask_second, embedded, keep

QUOTED = 60  # characters of a sentence within another one, at most


class Reading(NamedTuple):
    """A sentence with position ids, as the script of the likenesses reads it."""

    name: str
    tokens: tuple[str, ...]
    position_ids: list[int] | None  # None without positions


class Likeness(NamedTuple):
    """Two readings and how alike they are."""

    first: Reading
    second: Reading
    value: float


def draw(words: Words, chosen: Choice) -> None:
    """The picture with its tables, and at most three sentences."""
    run = minilm.run(chosen.sentence, chosen.run_ids, positions=chosen.positions)
    own, others = likenesses(words, chosen, run)
    aims, aim_shares = favourites(words, run)
    (layer, head), n = chosen.head, len(run.tokens)
    facts = {
        "head": f"{layer}.{head}",
        "likeness": own.value,
        "second": others[0].value,
        "numbering": numbering_name(words, chosen),
        "where": aims[layer][head],
        "share": aim_shares[layer, head],
        "even": 1 / n,
        "n": n,
    }
    alt = words("Alt" if chosen.positions else "Alt: off", sentence=chosen.sentence, twin=chosen.second, **facts)
    attention(
        run.tokens,
        run.attention,
        last=ROWS - 1,
        view={"ids": ",".join(map(str, chosen.ids)), "head": f"{layer}.{head}"},
        moved=chosen.known.moved,
        aims=aims,
        aim_shares=aim_shares,
        has_positions=chosen.positions,
        bars=bars(words, chosen, own, others),
        colours=colours(chosen),
        texts=words.under("Picture"),
        alt=alt,
        key="attention",
        on_rest_change=partial(keep, "attention", n),
    )
    shares = table(run.tokens, chosen.run_ids, run.attention[layer, head])
    chart.data(Columns(lambda: shares, attention_code(chosen)), key="attention")
    everything = [own, *others]
    rows = {
        "first": [each.first.name for each in everything],
        "second": [each.second.name for each in everything],
        "likeness": [each.value for each in everything],
    }
    chart.data(Columns(lambda: rows, likeness_code(everything)), key="likeness")
    text, field = st.columns(2, gap="medium")
    with field:
        ask_second(words, chosen)
    text.markdown(
        words(ids_heading(chosen), **facts)
        + " "
        + words(twin_heading(chosen), twin=markdown(shortened(chosen.second)), **facts)
        + " "
        + words["Rounded"]
    )


def favourites(words: Words, run: minilm.Run) -> tuple[list[list[str]], NDArray[np.float64]]:
    """Where each head looks most, in words, and its share: at an offset, or at one token from everywhere."""
    (offsets, at_offset), (keys, at_key) = favourite_offsets(run.attention), favourite_keys(run.attention)

    def aim(head: tuple[int, int]) -> str:
        if at_offset[head] >= at_key[head]:
            return words[f"offset {offsets[head]}"]
        return words("one token", token=run.tokens[keys[head]], place=keys[head] + 1)

    aims = [[aim((layer, at)) for at in range(HEADS)] for layer in range(LAYERS)]
    return aims, np.maximum(at_offset, at_key)


def likenesses(words: Words, chosen: Choice, run: minilm.Run) -> tuple[Likeness, list[Likeness]]:
    """Of the ids to the right ones, and of `other_sentences` to this one, all with right ids or all without."""
    on, sentence = chosen.positions, chosen.sentence
    right_embedding = embedded(sentence, positions=True).embedding
    right = reading(words, sentence, positions=True)
    ids = chosen.run_ids.tolist() if on else None
    shown = Reading(words("Reading", sentence=sentence, ids=_ids_text(words, ids)), run.tokens, ids)
    own = Likeness(shown, right, cosine(run.embedding, right_embedding))
    same = reading(words, sentence, positions=on)
    return own, [
        Likeness(
            reading(words, each, positions=on),
            same,
            cosine(embedded(each, positions=on).embedding, embedded(sentence, positions=on).embedding),
        )
        for each in other_sentences(words, chosen)
    ]


def other_sentences(words: Words, chosen: Choice) -> list[str]:
    """The second sentence, and what its likeness is to be compared with, unless the reader has written it."""
    paraphrase = [words["Paraphrase"]] if chosen.sentence == words["Default"] else []  # it is one of this sentence
    written = embedded(chosen.second, positions=chosen.positions).tokens
    scale = [*paraphrase, words["Unrelated"]]
    return [
        chosen.second,
        *(each for each in scale if embedded(each, positions=chosen.positions).tokens != written),
    ]


def reading(words: Words, sentence: str, *, positions: bool) -> Reading:
    tokens = embedded(sentence, positions=positions).tokens
    ids = list(range(len(tokens))) if positions else None
    return Reading(words("Reading", sentence=sentence, ids=_ids_text(words, ids)), tokens, ids)


def _ids_text(words: Words, ids: list[int] | None) -> str:
    if ids is None:
        return words["Numbering: off"]
    name = numbering_of(ids)
    return words.under("Numbering").get(name, name)


def numbering(chosen: Choice) -> str:
    """The usual numbering that the ids are, or that they are set by hand."""
    name = numbering_of(chosen.run_ids)
    return name if name in NUMBERINGS else BY_HAND


def numbering_name(words: Words, chosen: Choice) -> str:
    return words.under("Numbering")[numbering(chosen)]


def ids_heading(chosen: Choice) -> str:
    """The section that says what the ids do."""
    return f"Ids: {numbering(chosen)}" if chosen.positions else "Ids: off"


def shortened(sentence: str) -> str:
    """Its beginning, where the whole stands in the field beside it."""
    return sentence if len(sentence) <= QUOTED else f"{sentence[: QUOTED - 1].rstrip()}…"


def twin_heading(chosen: Choice) -> str:
    """The section that says whether the second sentence's likeness is measured or forced."""
    tokens, others = chosen.known.tokens, embedded(chosen.second, positions=chosen.positions).tokens
    if tokens == others:
        return "Twin: same"
    if sorted(tokens) != sorted(others):
        return "Twin: other words" if chosen.positions else "Twin: other words, off"
    return "Twin: measured" if chosen.positions else "Twin: forced"


def bars(words: Words, chosen: Choice, own: Likeness, others: Sequence[Likeness]) -> list[Bar]:
    """The likenesses as bars, in two groups."""
    colour = theme.LEARNED if chosen.positions else theme.GHOST
    name = words("Bar: ids", numbering=numbering_name(words, chosen)) if chosen.positions else words["Bar: off"]
    second, *rest = other_sentences(words, chosen)
    is_forced = twin_heading(chosen) == "Twin: forced"
    labels = [words("Bar: forced", sentence=second) if is_forced else second, *rest]
    heading = words["Bar: others"] if chosen.positions else words["Bar: others, off"]
    return [Bar(name, own.value, minus(f"{own.value:.3f}"), colour, words["Bar: own"])] + [
        Bar(label, each.value, minus(f"{each.value:.3f}"), theme.GHOST, "" if place else heading)
        for place, (label, each) in enumerate(zip(labels, others, strict=True))
    ]


def colours(chosen: Choice) -> dict[str, str]:
    """Lines in the learned table's colour where they read it."""
    palette = chart.palette()
    line = theme.LEARNED if chosen.positions else theme.GHOST
    return {"line": line, "low": palette.neutral, "high": palette.positive}


def table(tokens: Sequence[str], ids: NDArray[np.int_], shares: NDArray[Any]) -> dict[str, Any]:
    """Each share of a head: of a token (query) on a token (key)."""
    n = len(tokens)
    query, key = (each.ravel() for each in np.indices((n, n)))
    return {
        "query": query,
        "query token": np.array(tokens)[query],
        "query position id": ids[query],
        "key": key,
        "key token": np.array(tokens)[key],
        "key position id": ids[key],
        "share": shares.ravel().astype(np.float64),
        "even share": np.full(n * n, 1 / n),
    }


def attention_code(chosen: Choice) -> Code:
    """The script of the lines."""
    layer, head = chosen.head
    values = {"tokens": chosen.known.tokens, "position_ids": chosen.run_ids, "positions": chosen.positions}
    values |= {"layer": layer, "head": head}
    return Code("real_model/attention", values, cites=[SCHEMES["learned"]], files=[FILE])


def likeness_code(pairs: Sequence[Likeness]) -> Code:
    """The script of the likenesses."""
    readings = list({each.name: each for pair in pairs for each in pair[:2]}.values())
    values = {
        "sentences": {each.name: list(each.tokens) for each in readings},
        "position_ids": {each.name: each.position_ids for each in readings},
        "pairs": [[each.first.name, each.second.name] for each in pairs],
    }
    return Code("real_model/likeness", values, cites=[SCHEMES["learned"]], files=[FILE])
