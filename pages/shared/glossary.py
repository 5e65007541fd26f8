"""Terms that are explained where they first stand: a link whose title is the explanation, shown by a component."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from core.inputs.sections import items

_FILE = Path(__file__).with_suffix(".md")
_MARK = re.compile(r"\[\[([^\]|]+)(?:\|([^\]]+))?\]\]")
_ASIDE = re.compile(r"(`[^`]*`|\[[^\]]*\]\([^)]*\)|\$[^$]*\$)")  # code, links, formulas: nothing is marked in them


@dataclass(frozen=True)
class Term:
    """A term of the glossary."""

    name: str
    forms: tuple[str, ...]  # how it may stand in a text
    meaning: str  # one or two plain sentences

    def link(self, text: str) -> str:
        """Markdown that shows the term as one that is explained."""
        return f'[{text}](#term-{self.name.replace(" ", "-")} "{self.meaning}")'


@cache
def terms() -> dict[str, Term]:
    """All terms by each of their forms."""
    by_form: dict[str, Term] = {}
    for item in items(_FILE.read_text("utf-8")):
        words, _, meaning = item.partition(": ")
        forms = tuple(words.split(", "))
        by_form |= dict.fromkeys(forms, Term(forms[0], forms, meaning))
    return by_form


def link_terms(text: str) -> str:
    """Markdown with its marks made links: `[[pair]]`, or `[[pair|sine–cosine pair]]` to show other words."""
    return _MARK.sub(lambda match: terms()[match[1]].link(match[2] or match[1]), text)


def explain_terms(*texts: str) -> list[str]:  # Markdown, in the order of reading
    """Texts of one page, in which each term is marked where it first stands."""
    earlier: set[str] = set()
    return ["".join(_explain(part, earlier) for part in _ASIDE.split(text)) for text in texts]


def _explain(part: str, earlier: set[str]) -> str:
    def link(match: re.Match[str]) -> str:
        term = terms()[match[0].lower() if match[0] not in terms() else match[0]]
        if term.name in earlier:
            return match[0]
        earlier.add(term.name)
        return term.link(match[0])

    return part if _ASIDE.fullmatch(part) else _forms().sub(link, part)


@cache
def _forms() -> re.Pattern[str]:
    """Any form of any term as a whole word, longer ones first; at the start of a sentence with a capital."""
    longest_first = sorted(terms(), key=len, reverse=True)
    either = "|".join(map(_either_case, longest_first))
    return re.compile(rf"(?<!\w)(?:{either})(?!\w)")


def _either_case(form: str) -> str:
    first, rest = form[0], re.escape(form[1:])
    return f"[{first.upper()}{first}]{rest}" if first.isalpha() and first.islower() else re.escape(form)
