"""When ideas about position came: encodings, longer contexts, images and signals, and newer ideas for text."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from core.beyond_text.contents import CONTEXTUAL, METHODS
from core.inputs.parameter import Choice
from core.inputs.sections import sections
from core.method import Method
from core.scaling import RULES, UNSCALED
from core.schemes import SCHEMES

KINDS = ("encodings", "longer context", "images, time, signals", "newer ideas")
ERA = Choice("era", "Which ideas the timeline shows.", (*KINDS, "everything"))
_TEXTS = Path(__file__).with_suffix(".md")


@dataclass(frozen=True, kw_only=True)
class Milestone:
    """An idea and its first publication."""

    name: str
    year: int
    kind: str  # one of KINDS
    family: str  # decides its colour: the family of an encoding, else its kind
    source: str  # authors and link, in Markdown
    text: str  # what it does, in Markdown; may have sections with headings
    method: Method | None = None  # its record, if core computes it under this name


_NEWER = (  # name, year, kind, source; texts stand in milestones.md
    ("HoPE", 2024, 3, "Chen et al., [2410.21216](https://arxiv.org/abs/2410.21216)"),
    ("RNoPE-SWA", 2025, 3, "Yang et al., [2501.18795](https://arxiv.org/abs/2501.18795)"),
    ("Scalable softmax", 2025, 3, "Nakanishi, [2501.19399](https://arxiv.org/abs/2501.19399)"),
    ("VideoRoPE", 2025, 2, "Wei et al., [2502.05173](https://arxiv.org/abs/2502.05173)"),
    ("PaTH", 2025, 3, "Yang et al., [2505.16381](https://arxiv.org/abs/2505.16381)"),
    ("V-JEPA 2", 2025, 2, "Assran et al., [2506.09985](https://arxiv.org/abs/2506.09985)"),
    ("DINOv3", 2025, 2, "Siméoni et al., [2508.10104](https://arxiv.org/abs/2508.10104)"),
    ("PoPE", 2025, 3, "Gopalakrishnan et al., [2509.10534](https://arxiv.org/abs/2509.10534)"),
    ("XD-RoPE", 2025, 2, "Hunyuan Vision Team, [2511.19575](https://arxiv.org/abs/2511.19575)"),
    ("Interleaved M-RoPE", 2025, 2, "Bai et al., Qwen3-VL, [2511.21631](https://arxiv.org/abs/2511.21631)"),
    ("DroPE", 2025, 1, "Gelberg et al., [2512.12167](https://arxiv.org/abs/2512.12167)"),
    ("LeRoPE", 2026, 3, "Karypis et al., [2607.10134](https://arxiv.org/abs/2607.10134)"),
    ("Inkling", 2026, 3, "[transformers 47347](https://github.com/huggingface/transformers/pull/47347)"),
)


@cache
def milestones() -> Mapping[str, Milestone]:
    """All by name, in the order of their years."""
    rules = [rule for rule in RULES.values() if rule is not UNSCALED]  # which changes nothing
    entries = [_of(method, KINDS[0], str(method.family)) for method in SCHEMES.values()]
    entries += [_of(rule, KINDS[1], KINDS[1]) for rule in rules]
    entries += [_of(method, KINDS[3 if method.name in CONTEXTUAL else 2]) for method in METHODS.values()]
    texts = _texts()
    entries += [
        Milestone(name=name, year=year, kind=KINDS[kind], family=KINDS[kind], source=source, text=texts[name])
        for name, year, kind, source in _NEWER
    ]
    return {each.name: each for each in sorted(entries, key=lambda each: each.year)}


def of_era(era: str) -> list[Milestone]:  # one of KINDS, or "everything"
    """Those that a timeline shows."""
    kind = ERA.check(era)
    return [each for each in milestones().values() if kind in (each.kind, ERA.options[-1])]


def _of(method: Method, kind: str, family: str = "") -> Milestone:
    return Milestone(
        name=method.name,
        year=method.year,
        kind=kind,
        family=family or kind,
        source=method.source,
        text=method.explanation,
        method=method,
    )


def _texts() -> dict[str, str]:
    return sections(_TEXTS.read_text("utf-8"))


def timeline_columns(
    years: Mapping[str, int],  # of the first paper, by name
) -> dict[str, list[Any]]:
    """The years in which ideas about position came."""
    return {"scheme": [*years], "year": [*years.values()]}
