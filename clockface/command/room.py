"""The room Model's text about a file, as lines for a terminal."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from clockface.command.formats import change
from clockface.command.prose import wrap_text
from clockface.command.report import Report, rule_id
from clockface.command.terminal import path
from model_configs.advice import assumed_facts
from model_configs.engines import WRITERS
from model_configs.entries import ConfigError
from model_configs.facts import facts, in_one_line, is_elsewhere, labels
from model_configs.lengths import first_target, lengthen
from model_configs.model_config import ModelConfig
from model_configs.pair_wavelengths import pair_wavelengths
from model_configs.readings import readings
from pages.long_context.model import prose
from pages.long_context.model.view import View
from pages.shared.plain_markdown import plain
from pages.shared.words import Words, read

ROOM = Path(prose.__file__).parents[2] / "model.md"
NAMES = 20  # characters before a value


def lines(
    report: Report,
    config: ModelConfig,
    target: int | None,  # tokens; None for the length that the config claims, without what engines need for it
) -> Iterator[str]:
    """The room's findings, tables and sentences about a file; they may hold characters that a terminal obeys."""
    words = read(ROOM)
    usable = all(finding.rule != "no_frequencies" for finding in report.findings)
    views = _views(config, target or first_target(config)) if usable else []
    yield path(report.file)
    yield from _section("Findings", _findings(report, words))
    if is_elsewhere(config):
        yield from _section("What was read", wrap_text(in_one_line(config), 2))
        return
    yield from _read(config, views, words)
    if config.stack:
        yield from _section("Layers", [*_paragraph(prose.layers(config, words)), *_layers(labels(config))])
    if not views:
        return
    length = views[0].target
    if config.temperature is not None:
        yield from _section("Queries", _paragraph(prose.temperature(config.temperature, length, words)))
    yield from _section(f"Engines, at {length:,} tokens", _engines(config, length, words))
    if target is not None:
        yield from _section(f"For {length:,} tokens", _change(views[0], words))


def _views(config: ModelConfig, target: int) -> list[View]:
    views = []
    for kind in config.layer_types:
        after = pair_wavelengths(kind, target, rewritten=lengthen(kind, target))
        views.append(View(config, kind.name, target, pair_wavelengths(kind, target), after))
    return views


def _section(title: str, rows: Iterable[str]) -> Iterator[str]:
    all_rows = [*rows]
    if all_rows:
        yield from ("", title, *all_rows)


def _paragraph(markdown: str, indent: int = 2) -> list[str]:
    return wrap_text(plain(markdown), indent)


def _read(config: ModelConfig, views: Sequence[View], words: Words) -> Iterator[str]:
    """What was read, for each type of layers; for further types only the differences."""
    if not views:
        name = "Of pictures" if config.scheme == "Axial" else "No turning"
        silent = _paragraph(words(name, scheme=config.scheme)) if not config.layer_types else []
        yield from _section("What was read", [*_facts(config, None, words), *silent])
    before: list[str] = []
    for view in views:
        rows = [*_facts(config, view, words)]
        title = view.name if len(views) > 1 else "What was read"
        new_rows = [row for row in rows if row not in before]
        yield from _section(
            title, [*new_rows, "", *_paragraph(f"{prose.wavelengths(view, words)} {prose.remedy(view, words)}")]
        )
        before = before or rows


def _facts(config: ModelConfig, view: View | None, words: Words) -> Iterator[str]:
    for fact in facts(config, view.before if view else None):
        origin = f" ({fact.where})" if fact.where else ""
        yield from wrap_text(f"{fact.name:<{NAMES}}{fact.value}{origin}", 2, NAMES + 4)


def _layers(names: Sequence[str]) -> Iterator[str]:
    """Neighbours that are alike in one line."""
    for label, group in groupby(enumerate(names), key=lambda layer: layer[1]):
        first, *_, last = [number for number, _ in group] * 2
        yield f"  {first if first == last else f'{first}–{last}':<10}{label}"


def _engines(config: ModelConfig, length: int, words: Words) -> Iterator[str]:
    try:
        by_engine = readings(config, length)
    except ConfigError as error:  # one of them divides by zero where the model's own code does not
        yield from _paragraph(words("Unusable", error=str(error)))
        return
    yield from _paragraph(words("Engines", target=length))
    for each in by_engine:
        yield from wrap_text(f"{each.engine:<16}{each.sentence}", 2, 18)


def _change(view: View, words: Words) -> Iterator[str]:
    if assumed_facts(view.config):
        yield from _paragraph(words("Export: assumed", what=", ".join(assumed_facts(view.config))))
        return
    for paragraph in prose.change(view, words):
        yield from _paragraph(paragraph)
    for engine in WRITERS:
        text, notes = prose.line(view, words, engine)
        yield f"  {engine}:"
        yield from (f"    {row}" for row in text.split("\n") if text)
        yield from (row for note in notes for row in _paragraph(note, 4))


def _findings(report: Report, words: Words) -> Iterator[str]:
    if not report.findings:
        yield from _paragraph(words("Findings: none", name=path(report.file)))
    for finding in report.findings:
        yield f"  {finding.severity}: {finding.key} [{rule_id(finding.rule)}]"
        for sentence in finding.message.split("\n"):
            yield from wrap_text(sentence, 4)
        yield from (f"      {row}" for row in change(report, finding))
        yield f"    see: {finding.source}"
