"""Findings as records, by name: symptom, cause, cure, versions, evidence, and the sentences that are shown.

Each stands in a section of the Markdown file beside the module that makes it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from core.inputs.sections import labels, sections
from model_configs.sentences import Names

FOLDER = Path(__file__).parent
FILES = tuple(
    "forms/slips forms/overrides findings/commands findings/llama_cpp advice findings/bases findings/contexts "
    "findings/other_lengths findings/names findings/heads findings/layers findings/attention findings/mistakes "
    "findings/unread findings/invalid rules/yarn rules/longrope rules/llama3".split()
)
"""The Markdown files, without their ending, in the order of docs/findings.md."""

FIELDS = ("Symptom", "Cause", "Cure", "Versions", "Evidence")
SAYS = "\n\n### Says\n"
ADDRESS = re.compile(r"https://[^\s)>]+")
LONGEST = 500  # characters of a symptom that are looked at
FITS = 0.4  # share of a symptom's weight that a section must have to fit it
COMMON = set(
    "a after an and are as at be by do does for from has i in is it its left my not of on or the to when "
    "with".split()
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
        "cap": "limited capped",
        "speculative": "draft acceptance eagle mtp",
        "collapses": "drops drop zero",
        "slot": "slots",
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
    # templates by label: "what", "why" and "instead" are shown, in this order; in the case "usual", "what: usual"
    # takes the place of "what". "see" is the address that is shown, where it is not the first of the evidence.
    says: Mapping[str, str]

    def message(self, cases: Sequence[str], fields: Mapping[str, Any], names: Names) -> str:
        """The three sentences, a line each: what was found, why it matters, what to write instead."""
        return "\n".join(names.fill(self._said(part, cases), fields) for part in ("what", "why", "instead"))

    def source(self, cases: Sequence[str]) -> str:
        """The address of the code or report that it follows from; "" where the evidence has none."""
        address = ADDRESS.search(self._said("see", cases, self.evidence))
        return address[0] if address else ""

    def _said(self, part: str, cases: Sequence[str], usual: str | None = None) -> str:
        """The template of the first case that has one of its own, else that without a case."""
        for case in cases:
            if not any(label.endswith(f": {case}") for label in self.says):
                raise ValueError(f"a case of {self.rule} must have a sentence, got {case!r}")
        names = (*(f"{part}: {case}" for case in cases), part)
        template = next((self.says[name] for name in names if name in self.says), usual)
        if template is None:
            raise ValueError(f"{self.rule} must say {part!r} in the case of {', '.join(cases) or 'no case'}")
        return template


@cache
def records() -> Mapping[str, Record]:
    """Name of the check → its record, in the order of the page."""
    return MappingProxyType({record.rule: record for name in FILES for record in _read(name)})


def _read(name: str) -> Iterator[Record]:
    for anchor, section in texts(name).items():
        about, _, says = section.partition(SAYS)
        title, _, fields = about.partition("\n\n")
        values = {name.lower(): value for name, value in labels(fields).items()}
        yield Record(anchor.replace("-", "_"), title, says=MappingProxyType(labels(says)), **values)


def texts(name: str) -> dict[str, str]:
    """The sections of one of the files as they stand, by anchor."""
    return sections((FOLDER / f"{name}.md").read_text("utf-8"))


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
    weights = {word: 1 / max(count, 1) for word, count in counts.items()}  # a word that no section has weighs most
    whole_weight = sum(weights.values())
    fitting = {rule: sum(weights[word] for word in words & set(weights)) for rule, words in whole.items()}
    matches = [rule for rule, weight in fitting.items() if weight and weight >= FITS * whole_weight]
    return [records()[rule] for rule in sorted(matches, key=lambda rule: -scores[rule])]


def _words(text: str) -> set[str]:
    """Significant words of a text in a normal form; lengths such as 32k are one word."""
    words = {
        "long" if re.fullmatch(r"\d+k", word) else word for word in TOKENS.findall(text.lower().replace("_", " "))
    }
    return {SAME.get(word, word) for word in words} - COMMON
