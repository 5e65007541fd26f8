"""Five moves in ninety seconds: one picture that becomes the next, each with one sentence and one drag."""

from functools import cache
from pathlib import Path

from components.classroom import clicker
from components.kit import run_record
from components.pictures.moves import moves
from core.frequencies import inverse_frequencies
from core.teach.lesson import lessons
from core.teach.lesson_link import MOVES
from figures import theme
from pages.shared import contents, two_sentences
from pages.shared.two_sentences import PAPER
from pages.shared.words import read
from pages.teach.lesson_way import anchor, link

ROOMS = ("sentence", "clocks", "waves", "matrix", "rope")
"""Where each move goes on."""

WORDS = Path(__file__).with_suffix(".md")
_PAIRS = (*two_sentences.HANDS, 67, 90, 112)  # a turn of each takes 2.25 times as long as one of the pair before
_COLOURS = {
    "sine": theme.SINE,
    "cosine": theme.COSINE,
    "encoding": theme.ENCODING,
    "query": theme.QUERY,
    "key": theme.KEY,
    "rotary": theme.ROTARY,
    "ghost": theme.GHOST,
}


def address(number: int) -> str:
    """Of a move, from the app's root; `number` from 1, one more for what one knows at the end."""
    return contents.address("home", {"move": [f"{number}"]})


def draw() -> None:
    """Show the moves; the address alone says which, so that a run changes nothing of what is shown."""
    words = read(WORDS)
    run_record.begin()
    moves(
        two_sentences.measured(masks=False),
        frequencies=inverse_frequencies(PAPER.d_model)[list(_PAIRS)].tolist(),
        pairs=_PAIRS,
        table={"d_model": PAPER.d_model, "base": PAPER.base},
        colours=_COLOURS,
        palettes={
            name: (palette.negative, palette.neutral, palette.positive)
            for name, palette in (("light", theme.LIGHT), ("dark", theme.DARK))
        },
        texts=_texts(),
        ways=[_way(number) for number in range(1, MOVES + 2)],
        known=[
            (words[f"Known: {number}"], anchor(contents.address(room, {}), contents.ROOMS[room].title))
            for number, room in enumerate(ROOMS, 1)
        ],
    )
    run_record.end()
    clicker(on=[".moves a[rel=next]"], back=[".moves a[rel=prev]"], keys="class")


@cache
def _texts() -> dict[str, str]:
    words = read(WORDS)
    counts = {"clocks": len(_PAIRS), "hands": PAPER.d_model // 2, "columns": PAPER.d_model}
    terms = {f"terms_{number}": words(f"Terms: {number}", **counts) for number in range(1, MOVES + 1)}
    return {
        **words.under("Text"),
        **terms,
        "name": words["Name"],
        "most": words("Most", most=f"{two_sentences.most():.2f}"),
    }


def _way(number: int) -> str:
    words = read(WORDS)
    dots = "".join(f"<i{' class=here' if each == number else ''}></i>" for each in range(1, MOVES + 1))
    place = f'<span role="img" aria-label="{words("Place", number=number, last=MOVES)}">{dots}</span>'
    back = anchor(address(number - 1), words["Back"], rel="prev") if number > 1 else ""
    first_lesson = next(iter(lessons().values()))
    onward = (
        anchor(link(first_lesson, 1), words["On: lesson"], rel="next")
        if number > MOVES
        else anchor(address(number + 1), words["On" if number < MOVES else "On: ending"], rel="next")
    )
    leave = anchor(contents.address("home", {}), words["Leave"])
    return f"{leave}{place if number <= MOVES else ''}{back}{onward}"
