"""Sections of a room's Markdown as the page shows them, with the values that a test knows."""

import re
from string import Formatter

from pages.shared.words import Words, read
from tests.house import ROOT

GAP = "\0"  # for what a test does not know
FORMULA, LINK = re.compile(r"\$\$?[^$]+\$\$?"), re.compile(r"\[([^\]]+)\]\([^)]+\)")
MARKS = re.compile(r"\*\*|(?<!\w)\*|\*(?!\w)|`|^(?:#+|-) ", re.MULTILINE)


class Known:
    """Facts that a test knows by name; all others are gaps."""

    def __init__(self, **facts):
        vars(self).update(facts)

    def __getattr__(self, name):
        return Known()

    def __getitem__(self, place):
        return Known()

    def __format__(self, spec):
        return GAP


def page_words(stem):
    """The words of a room, or of another page such as "teach/moves"."""
    return read(ROOT / f"pages/{stem}.md")


def pattern(text, /, **facts):
    """Pattern of a section's Markdown: the values given, formatted as it says; any text for the other fields."""
    return _regex(_filled(text, facts))


def on_screen(text, /, **facts):
    """`pattern` of what a browser shows, without the marks of Markdown; any text for formulas."""
    return _regex(MARKS.sub("", LINK.sub(r"\1", FORMULA.sub(GAP, _filled(text, facts)))))


def heading(text, /, **facts):
    """`on_screen` of the first line of a section."""
    return on_screen(text.partition("\n")[0], **facts)


def _filled(text, facts):
    names = {re.split(r"[.\[]", name)[0] for _, name, _, _ in Formatter().parse(text) if name}
    return Words(f"## Section\n{text}")("Section", **{name: Known() for name in names} | facts)


def _regex(text):
    words = r"\s*".join(re.escape(word) for word in text.split())
    return re.compile(words.replace(re.escape(GAP), ".*?"), re.DOTALL)
