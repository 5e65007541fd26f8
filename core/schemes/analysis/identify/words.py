"""Sentences about an array: what is wrong, with the lines that make and mend it, and what is unusual and right."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from core.inputs.sections import labels, sections
from core.schemes.analysis.identify.identification import Mistake, number
from core.schemes.analysis.identify.waves import Difference


def mistake(name: str, cell: Difference | None = None, **fields: object) -> Mistake:
    """A mistake of `mistakes.md` with its fields filled, and the first cell that shows it."""
    texts = {label: _filled(text, fields, in_code=label != "what") for label, text in _mistakes()[name].items()}
    where = "" if cell is None else f" First at {cell.place}: {_cells(cell)}."
    return Mistake(name, texts["what"] + where, *(texts.get(each, "").strip("`") for each in ("makes", "mends")))


def wrong_cells(first: Difference | None, count: int, cells: int, where: str = "") -> Mistake:
    """The mistake that some cells are others than the exact ones."""
    differ = "differs" if count == 1 else "differ"
    return mistake("cells", first, count=count, cells=cells, differ=differ, where=where)


def note(name: str, **fields: object) -> str:
    """A sentence of `notes.md` with its fields filled."""
    return _filled(_notes()[name], fields)


@cache
def _mistakes() -> Mapping[str, Mapping[str, str]]:
    text = Path(__file__).with_name("mistakes.md").read_text("utf-8")
    return {name: labels(body) for name, body in sections(text).items() if name}


@cache
def _notes() -> Mapping[str, str]:
    return labels(Path(__file__).with_name("notes.md").read_text("utf-8").partition("\n\n")[2])


def _filled(template: str, fields: Mapping[str, object], *, in_code: bool = False) -> str:
    """A template with its fields; numbers of code have no separators of thousands."""
    texts = {name: value if isinstance(value, str) else number(value) for name, value in fields.items()}
    return template.format_map(
        {name: text.replace(",", "") if in_code and text != fields[name] else text for name, text in texts.items()}
    )


def _cells(cell: Difference) -> str:
    """Both numbers with as many digits as tell them apart."""
    for digits in range(4, 17):
        yours, expected = f"{cell.yours:.{digits}g}", f"{cell.expected:.{digits}g}"
        if yours != expected:
            break
    return f"yours is {yours}, expected {expected}"
