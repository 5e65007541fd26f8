import numpy as np
import pandas as pd
import streamlit as st

from components.pictures.circle import circle
from core.frequencies import inverse_frequencies
from core.sinusoidal.hands import pairs_shown
from core.words.embedding import embed
from core.words.orders import ROUNDING, TwoOrders
from core.words.sentence import ModelInputs, cosine, model_inputs, swap_words, telling_swap
from core.words.tokens import MOST_TOKENS, TokenizedText, first_repeated, fitting, read_sentence, same_word
from figures import theme
from figures.words.token_bars import Bars, token_bars
from figures.words.token_rows import Panel, token_rows
from pages.shared import address, chart, room
from pages.shared.numerals import in_tokens
from pages.shared.verbatim import markdown
from pages.shared.views import one_of

SENTENCE, SHORTENED, SEED, MOST_SEED = "sentence", "sentence_shortened", "embedding_seed", 9999
COLUMNS, PAIRS = 64, 12  # dimensions and pairs shown

settings, words = room.enter(__file__)
d_model, shape = settings.d_model, {"base": settings.base, "scale": settings.scale}
seed = address.whole(SEED, 0, 0, MOST_SEED)


def decimal(number: float) -> str:
    """Three decimals and a true minus sign; the cosine of a zero vector is none."""
    return "undefined" if np.isnan(number) else f"{number:,.3f}".replace("-", "−")


def say(heading: str, **facts: object) -> str:
    shown = {name: decimal(fact) if isinstance(fact, float) else fact for name, fact in facts.items()}
    return words[heading].format(**shown)


def ask() -> TokenizedText:
    """The reader's sentence; of a text that does not fit into a link, its beginning."""
    asked = st.session_state.get(SENTENCE)
    text = st.query_params.get(SENTENCE, "") if asked is None else asked
    kept = fitting(text)
    if kept != text:
        st.session_state[SHORTENED] = (kept, len(text))
        place = st.query_params if asked is None else st.session_state
        place[SENTENCE] = kept
    text = st.text_input("Sentence", words["Default"], key=SENTENCE, bind="query-params") or ""
    if fitting(text) != text:  # the widget reads a link before the link is cut
        st.rerun()
    kept, characters = st.session_state.get(SHORTENED, ("", 0))
    if kept and text == kept:
        st.info(say("Long", characters=f"{characters:,}", kept=f"{len(kept):,}"))
    return read_sentence(text, most=min(MOST_TOKENS, settings.length))


def tell_what_is_missing(reading: TokenizedText) -> None:
    if not reading.tokens:
        st.info(words["Unseen" if reading.characters else "Empty"])
        offer_default()
    elif reading.tokens > len(reading.words):
        heading = "Cut" if len(reading.words) == MOST_TOKENS else "Cut: length"
        st.info(say(heading, tokens=f"{reading.tokens:,}", kept=len(reading.words), length=settings.length))


def offer_default() -> None:
    if st.session_state[SENTENCE] != words["Default"]:
        st.button(words["Take the default"], on_click=take_default)


def take_default() -> None:
    st.session_state[SENTENCE] = words["Default"]


def draw_another() -> None:
    address.put(**{SEED: (seed + 1) % (MOST_SEED + 1)})


def show_rows(tokens: tuple[str, ...], scaled: bool) -> None:
    columns, table = min(COLUMNS, d_model), {"seed": seed, "scaled": scaled}
    parts = model_inputs(tokens, d_model, dimensions=columns, **shape, **table)
    repeated = first_repeated(tokens)
    both, facts = None, {"tokens": len(tokens), "columns": columns, "d_model": f"{d_model:,}"}
    if repeated:
        both = model_inputs([tokens[p] for p in repeated], d_model, positions=repeated, **shape, **table)
        facts |= twice(tokens[repeated[0]], repeated, both)
        st.markdown(say("Twice", **facts))
    else:
        st.info(words["No repeat"])
        offer_default()
    limit = float(np.quantile(np.abs([parts.embedding, parts.encoding, parts.sum]), 0.98))
    figure = token_rows(
        panels(parts, both, columns),
        tokens,
        palette=chart.palette(),
        x=f"dimension{f', first {columns} of {d_model:,}' if columns < d_model else ''}",
        unit="value (1)",
        limit=limit,
        marked=repeated,
    )
    alt = say("Rows: alt", **facts)
    if repeated:
        alt += " " + say("Twice: alt", **facts | {"word": tokens[repeated[0]]})
    chart.show(figure, alt=alt, table=lambda: long_table(tokens, parts), key="token_rows")
    if repeated:
        st.markdown(say("Twice: why", **facts))
    lengths = np.linalg.norm(embed(tokens, d_model, **table), axis=1)
    place = f"{'about ' if d_model % 2 else ''}√(d_model / 2) = {(d_model / 2) ** 0.5:.4g}"
    facts |= {"row": f"{lengths.mean():.4g}", "place": place}
    st.markdown(say("Scaled" if scaled else "Not scaled", **facts))


def twice(word: str, places: tuple[int, int], both: ModelInputs) -> dict[str, object]:
    first, second = both.sum
    return {
        "word": markdown(word),
        "first": places[0],
        "second": places[1],
        "before": cosine(*both.embedding),
        "distance": f"{np.linalg.norm(second - first):.4g}",
        "between": cosine(*both.encoding),
        "after": cosine(*both.sum),
        "product": f"{first @ second:.4g}".replace("-", "−"),
        "size": f"{np.linalg.norm(first):.4g}",
        "other_size": f"{np.linalg.norm(second):.4g}",
    }


def panels(parts: ModelInputs, both: ModelInputs | None, columns: int) -> list[Panel]:
    look = {"embedding": theme.EMBEDDING, "encoding": theme.ENCODING, "sum": theme.SUM}
    signs = {"embedding": "", "encoding": "+ ", "sum": "= "}
    found = []
    for name, colour in look.items():
        rows, pair = getattr(parts, name), None if both is None else getattr(both, name)
        note = "" if pair is None else f"cosine {decimal(cosine(*pair))}"
        found.append(Panel(signs[name] + name, note, colour, rows, None if pair is None else pair[:, :columns]))
    return found


def long_table(tokens: tuple[str, ...], parts: ModelInputs) -> pd.DataFrame:
    count, columns = parts.embedding.shape
    places = {"position": np.repeat(np.arange(count), columns), "token": np.repeat(tokens, columns)}
    cells = {name: getattr(parts, name).ravel() for name in ("embedding", "encoding", "sum")}
    return pd.DataFrame(places | {"dimension": np.tile(np.arange(columns), count)} | cells)


def show_pair(tokens: tuple[str, ...], scaled: bool) -> None:
    if d_model < 2:
        st.info(words["No pair"])
        return
    pairs = pairs_shown(d_model, PAIRS, first=0, spread=True)
    frequencies = inverse_frequencies(d_model, settings.base)[pairs] / settings.scale
    rows = embed(tokens, d_model, seed=seed, scaled=scaled)
    points = np.stack([rows[:, 2 * pairs], rows[:, 2 * pairs + 1]], axis=-1)  # (words, pairs, 2)
    forms = [same_word(token) for token in tokens]
    places = [[p for p, form in enumerate(forms) if form == own] for own in forms]
    last = min(MOST_TOKENS, settings.length) - 1
    word = address.whole("word", (first_repeated(tokens) or (0, 0))[0], 0, len(tokens) - 1)
    position = address.whole("word_position", word, 0, last)
    index = int(np.argmin(np.abs(pairs - address.whole("word_pair", 0, 0, d_model))))
    x, y = points[word, index]
    turn = position * frequencies[index]
    facts = {
        "word": markdown(tokens[word]),
        "position": position,
        "pair": pairs[index],
        "even": 2 * pairs[index],
        "odd": 2 * pairs[index] + 1,
        "x": float(x),
        "y": float(y),
        "sum_x": float(x + np.sin(turn)),
        "sum_y": float(y + np.cos(turn)),
        "wavelength": in_tokens(2 * np.pi / frequencies[index]),
        "stands": " and ".join(map(str, places[word])),
    }
    st.markdown(say("Pair", **facts))
    circle(
        tokens,
        points,
        pairs=pairs,
        frequencies=frequencies,
        base=settings.base,
        scale=settings.scale,
        d_model=d_model,
        places=places,
        last=last,
        view={"word": word, "position": position, "pair": int(pairs[index])},
        colours={"embedding": theme.EMBEDDING, "encoding": theme.ENCODING, "sum": theme.SUM},
        alt=say("Pair: alt", **facts | {"word": tokens[word]}),
        key="circle",
        on_rest_change=keep,
    )
    turns = np.arange(last + 1) * frequencies[index]
    cells = {"position": np.arange(last + 1), "sum, sine": x + np.sin(turns), "sum, cosine": y + np.cos(turns)}
    chart.data(lambda: pd.DataFrame(cells), key="circle_of_positions")
    st.markdown(say("Pair: why", **facts))


def keep() -> None:
    address.keep("circle", "word", position="word_position", pair="word_pair")


def show_swap(tokens: tuple[str, ...], scaled: bool) -> None:
    default = telling_swap(tokens)
    if default is None:
        st.info(words["No swap"])
        return
    names = [f"{token} · {position}" for position, token in enumerate(tokens)]
    left, right = st.columns(2)
    first = left.selectbox("Swap", names, default[0], key="swap_this", bind="query-params")
    second = right.selectbox("with", names, default[1], key="swap_with", bind="query-params")
    asked = zip((first, second), default, strict=True)  # a choice may be of a sentence that is gone
    pair = tuple(names.index(name) if name in names else place for name, place in asked)
    found = swap_words(tokens, *pair, d_model, seed=seed, scaled=scaled, **shape)
    moved = found.with_position.differences
    swapped = [tokens[i] for i in found.partners]
    facts = {
        "this": markdown(tokens[pair[0]]),
        "other": markdown(tokens[pair[1]]),
        "before": emphasised(tokens, pair),
        "after": emphasised(swapped, pair),
        "rounding": f"{found.without_position.differences.max():.0e}",
        "moved": int(np.sum(moved > ROUNDING)),
        "tokens": len(tokens),
        "most": markdown(tokens[int(np.argmax(moved))]),
        "largest": float(moved.max()),
        "size": found.typical_size(0.95),
        "seed": seed,
    }
    same = same_word(tokens[pair[0]]) == same_word(tokens[pair[1]])
    st.markdown(say("Swap: same" if same else "Swap", **facts))
    figure = token_bars(
        [Bars("Without position", found.without_position.differences, sizes(found.without_position.differences)),
         Bars("With position", moved, sizes(moved))],
        tokens,
        palette=chart.palette(),
        colour=theme.SUM,
        x="largest change of an output (1)",
        marked=pair,
    )  # fmt: skip
    plain = {"this": tokens[pair[0]], "other": tokens[pair[1]]}
    chart.show(figure, alt=say("Swap: alt", **facts | plain), table=lambda: swap_table(tokens, found), key="swap")
    st.markdown(say("Swap: head", **facts))


def emphasised(tokens: tuple[str, ...] | list[str], pair: tuple[int, int]) -> str:
    return " ".join(f"**{markdown(token)}**" if i in pair else markdown(token) for i, token in enumerate(tokens))


def sizes(differences: np.ndarray) -> list[str]:
    return ["0" if difference < ROUNDING else f"{difference:.3f}" for difference in differences]


def swap_table(tokens: tuple[str, ...], found: TwoOrders) -> pd.DataFrame:
    places = {"token": tokens, "position": range(len(tokens)), "position after the swap": found.partners}
    changes = {
        "change without position": found.without_position.differences,
        "change with position": found.with_position.differences,
    }
    return pd.DataFrame(places | changes)


VIEWS = {"Embedding + encoding": show_rows, "One pair": show_pair, "Swap": show_swap}

reading = ask()
with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
    view = one_of("View", list(VIEWS), key="sentence_view", label_visibility="collapsed")
    scaled = st.toggle("× √d_model", True, key="sqrt_d_model", bind="query-params", help=words["Scaled: help"])
    another = say("Seed", seed=seed)
    st.button(another, icon=":material/casino:", on_click=draw_another, type="tertiary", help=words["Seed: help"])
tell_what_is_missing(reading)
if reading.words:
    VIEWS[view](reading.words, scaled)
room.close(words)
