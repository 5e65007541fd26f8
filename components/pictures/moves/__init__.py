"""Five moves: a word's clock opens into hands, they draw waves, these are the table, and two hands are RoPE."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from html import escape
from pathlib import Path
from typing import Any

from components.kit.files import inline, show_inline
from core.schemes.sinusoidal import LAYOUTS
from core.teach.lesson_link import MOVES

_LAYOUT = "concatenated"
_HTML = """
<div class="moves" style="{colours}">
<header><h1 tabindex="-1">{title_1}</h1></header>
<div class="stage"><canvas aria-hidden="true"></canvas>
<div class="hands" data-move="1" role="group" aria-label="{tiles}">{words}</div>
<div class="handle" data-move="2 3 4" data-handle="position" role="slider" tabindex="0" aria-label="{position}"
aria-valuemin="0" aria-valuemax="63" aria-valuenow="0"><output aria-live="off"></output></div>
<div class="handle" data-move="5" data-handle="query" role="slider" tabindex="0" aria-label="{query}"
aria-valuemin="0" aria-valuemax="63" aria-valuenow="0">{query} <output aria-live="off"></output></div>
<div class="handle" data-move="5" data-handle="key" role="slider" tabindex="0" aria-label="{key}"
aria-valuemin="0" aria-valuemax="63" aria-valuenow="0">{key} <output aria-live="off"></output></div>
<div class="handle" data-move="5" data-handle="both" role="slider" tabindex="0" aria-label="{both}"
aria-valuemin="0" aria-valuemax="63" aria-valuenow="0"><b></b></div>
<ol class="known" data-move="6">{known}</ol></div>
<section class="panel" data-move="1 2 3 4 5">
<button class="switch" data-move="1" type="button" role="switch">{switch}<i></i><b></b></button>
<p class="number"><output aria-live="off"></output> <span></span></p>
<div class="scale" data-move="1"><div><i></i></div><span>{least}</span><span>{most}</span></div>
{terms}
<p class="answer"></p>
</section>
<nav aria-label="{name}">{ways}</nav>
<p class="announcement" aria-live="polite"></p></div>
"""
_WORD = (
    '<div class="word" role="slider" tabindex="0" aria-label="{word}" aria-valuemin="0" aria-valuemax="{last}" '
    'aria-valuenow="{position}"></div>'
)


def moves(
    sentences: Mapping[str, Any],  # `orders.measured` with the differences with "position"
    *,
    frequencies: Sequence[float],  # of the clocks' pairs, the fastest first; a word's clock has the first three
    pairs: Sequence[int],  # the same pairs, from 0
    table: Mapping[str, float],  # d_model and base
    colours: Mapping[str, str],  # "sine", "cosine", "encoding", "query", "key", "rotary", "ghost"
    palettes: Mapping[str, Sequence[str]],  # of signed values, low, middle and high, in a "light" and a "dark" page
    # of each move "title_1" …, "terms_1" … (HTML), "number_1" … and "done_1" …, the last two filled in by the
    # browser, and what else stands on the page
    texts: Mapping[str, str],
    ways: Sequence[str],  # HTML of the links of each move, and of what one knows at the end
    known: Sequence[tuple[str, str]],  # at the end, for each move what one knows, and the HTML of a link
) -> None:
    """Show the moves; the address has the number as `move`, and the browser asks the server for nothing else."""
    labels = {name: escape(text) for name, text in texts.items()}
    words = sentences["words"]
    html = _HTML.format(
        **labels,
        colours="; ".join(f"--{name}: {colour}" for name, colour in colours.items()),
        words="".join(
            _WORD.format(word=escape(word), last=len(words) - 1, position=i) for i, word in enumerate(words)
        ),
        terms="".join(_of_move(i, 'p class="terms"', texts[f"terms_{i}"], "p") for i in range(1, MOVES + 1)),
        ways="".join(_of_move(i, "div", html, "div") for i, html in enumerate(ways, 1)),
        known="".join(f'<li><span class="small"></span><p>{escape(text)}</p>{link}</li>' for text, link in known),
    )
    payload: dict[str, Any] = {
        **sentences,
        "frequencies": list(frequencies),
        "rotary": frequencies[2],
        "shares": [0.5 + (pair + 0.5) / table["d_model"] for pair in pairs],  # of the table's width, to the cosine
        "table": dict(table),
        "layout": asdict(LAYOUTS[_LAYOUT]),
        "colours": dict(colours),
        "palettes": {name: list(colours) for name, colours in palettes.items()},
        "texts": dict(texts),
    }
    show_inline(inline(Path(__file__).with_name("moves.js"), html, payload))


def _of_move(number: int, start: str, html: str, end: str) -> str:
    return f'<{start} data-move="{number}" hidden>{html}</{end}>'
