"""The page of findings as records: symptom, cause, cure, versions and evidence of each, by its name."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

PAGE = Path(__file__).parents[1] / "docs/findings.md"
FIELDS = ("Symptom", "Cause", "Cure", "Versions", "Evidence")
SECTION = re.compile(r"^## ([a-z0-9-]+)\n+(.+?)\n+((?:- (?:.|\n(?!\n|##))+\n?)+)", re.MULTILINE)
FIELD = re.compile(r"^- \*\*(\w+):\*\* ((?:.|\n(?!- ))+)", re.MULTILINE)
LONGEST = 500  # characters of a symptom that are looked at
COMMON = set(
    "a an and are as at be by do does for from has i in is it its my not of on or the to when with".split()
)
TOKENS = re.compile(r"\d+k\b|[a-z]+|\d+")
SAME = {  # what people say → the word of the page
    word: page
    for page, words in {
        "garbage": "gibberish nonsense rubbish repeats",
        "stops": "crashes crash fails error assert",
        "nothing": "ignored effect",
        "worse": "quality degraded bad perplexity",
        "long": "longer",
        "cap": "slots limited capped",
        "speculative": "draft acceptance eagle",
    }.items()
    for word in words.split()
}


@dataclass(frozen=True)
class Record:
    """One finding."""

    rule: str  # name of the check
    # title, symptom, cause, cure, versions, evidence: Markdown; "unknown" where nobody has looked
    title: str
    symptom: str
    cause: str
    cure: str
    versions: str
    evidence: str


@cache
def records() -> Mapping[str, Record]:
    """Name of the check → its record, in the order of the page."""
    read = {}
    for anchor, title, body in SECTION.findall(PAGE.read_text("utf-8")):
        fields = {name: " ".join(value.split()) for name, value in FIELD.findall(body)}
        rule = anchor.replace("-", "_")
        read[rule] = Record(rule, title, *(fields.get(name, "") for name in FIELDS))
    return MappingProxyType(read)


def by_symptom(text: str) -> list[Record]:
    """Findings that match a symptom, the likeliest first; rare words weigh most."""
    first = {rule: _words(f"{rule} {record.symptom}") for rule, record in records().items()}
    whole = {rule: first[rule] | _words(f"{record.title} {record.cause}") for rule, record in records().items()}
    counts = {word: sum(word in words for words in whole.values()) for word in _words(text[:LONGEST])}
    scores = {
        rule: sum((1 + (word in first[rule])) / counts[word] for word in words & set(counts))
        for rule, words in whole.items()
    }
    name = text.strip().replace("-", "_")
    if name in records():
        return [records()[name]]
    matches = [rule for rule, score in scores.items() if score > 0]
    return [records()[rule] for rule in sorted(matches, key=lambda rule: -scores[rule])]


def _words(text: str) -> set[str]:
    """Significant words of a text in a normal form; lengths such as 32k are one word."""
    words = {
        "long" if re.fullmatch(r"\d+k", word) else word for word in TOKENS.findall(text.lower().replace("_", " "))
    }
    return {SAME.get(word, word) for word in words} - COMMON
