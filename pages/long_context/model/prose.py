"""The room's sentences about a config as Markdown, which the room draws and `clockface explain` prints."""

from urllib.parse import urlsplit

from model_configs.advice import assumed_facts
from model_configs.engines import WRITERS
from model_configs.entries import ConfigError
from model_configs.facts import label_counts, labels, rule
from model_configs.finding import Finding
from model_configs.layer import Temperature
from model_configs.model_config import ModelConfig
from model_configs.records import Record
from pages.long_context.model.view import View
from pages.shared.verbatim import code, markdown
from pages.shared.words import Words

WINDOWS = 8  # of the shortest curve of a temperature


def wavelengths(view: View, words: Words) -> str:
    """How many pairs completed a turn in training, how many meet unseen angles, and what is assumed."""
    unseen_section = "Unseen: faster" if view.faster else "Unseen" if view.before.unseen_pairs.any() else "All seen"
    parts, uncertain = ["Turns", unseen_section], assumed_facts(view.config)
    if view.is_taught_later:
        parts = ["Turns: at first", "Unseen: at first"]
    facts = {"reading": view.reading, "rule": rule(view.before.kind), "what": ", ".join(uncertain)}
    facts["claim"] = view.before.lengths.claim
    return " ".join(words(part, **facts) for part in [*parts, *(["Assumed"] if uncertain else [])])


def unusable(error: ConfigError, words: Words) -> str:
    """Why a config gives no frequencies."""
    return words("Unusable", error=markdown(str(error)))


def remedy(view: View, words: Words) -> str:
    """How far the slowest pair turned in training, and what would keep all pairs within their angles."""
    return words("Needed" if view.before.needed_factor > 1 else "Not needed", reading=view.reading)


def layers(config: ModelConfig, words: Words) -> str:
    """How many layers there are of each kind."""
    if not config.stack:
        return words["Layers: unknown"]
    return words("Layers", count=len(config.stack), counted=label_counts(labels(config)))


def varied_layers(view: View, words: Words) -> str:
    """How many layers there are of each kind, and how queries grow; "" where all layers are alike."""
    config, parts = view.config, []
    if len({*labels(config)}) > 1:
        parts.append(layers(config, words))
    if config.temperature is not None:
        parts.append(temperature(config.temperature, view.target, words))
    return " ".join(parts)


def last_position(gain: Temperature, target: int) -> int:
    """Up to where the growth of queries is shown."""
    return max(target, int(WINDOWS * gain.floor)) - 1


def temperature(gain: Temperature, target: int, words: Words) -> str:
    """How queries grow, and in which layers."""
    last = last_position(gain, target)
    facts = {"floor": gain.floor, "last": last, "most": float(gain(last))}
    where = words["Temperature: all" if gain.turning_layers else "Temperature: silent"]
    return f"{words('Temperature', **facts)} {where}"


def change(view: View, words: Words) -> list[str]:
    """What the change for the target means, a paragraph each."""
    before, after = rule(view.before.kind), rule(view.after.kind)
    unchanged_section = "Take: kept" if view.before.kind.is_scaled else "Take: no rule"
    changed_section = "Take: changed from the claim" if view.is_taught_later else "Take: changed"
    heading = changed_section if view.needs_change else unchanged_section
    facts = {"reading": view.reading, "rule": before, "after": after, "claim": view.before.lengths.claim}
    reading = [] if assumed_facts(view.config) else [words(heading, **facts)]
    static = [words["Take: static"]] if view.after.kind.is_static else []
    return [*reading, *static, words["Take: bfloat16"]]


def line(view: View, words: Words, engine: str) -> tuple[str, list[str]]:
    """An engine's options for the target and notes on them; if they cannot express it, only that note."""
    try:
        snippet = WRITERS[engine](view.config, view.target)
    except ConfigError as refused:
        return "", [words("Export: none", engine=engine, why=markdown(str(refused)))]
    return snippet.text, [words(f"Note: {name}", target=view.target) for name in snippet.notes]


def finding(each: Finding, words: Words, heading: str = "Finding") -> str:
    """A finding with the path of its entry where it is not at the top; with another heading the part under that."""
    what, why, instead = (markdown(sentence) for sentence in each.message.split("\n"))
    place, _, name = each.key.rpartition(".")
    inside = words("Finding: inside", path=code(place)) + " " if place and name else ""
    return words(heading, inside=inside, reading=what, why=why, instead=instead)


def evidence(record: Record, words: Words, source: str = "") -> str:
    """The versions that a finding concerns, and what it stands on; its source where that is not among these."""
    stated = words("Finding: evidence", record=record)
    return stated if not source or source in stated else f"{stated} {_link(source, words)}"


def _link(url: str, words: Words) -> str:
    """A link to a source; its text tells an issue by its number, a paper by its own."""
    place = urlsplit(url)
    parts = place.path.strip("/").split("/")
    text = place.netloc
    if len(parts) > 1 and place.netloc == "github.com":
        text = f"{parts[1]} #{parts[3]}" if parts[2:3] in (["issues"], ["pull"]) else parts[1]
    elif place.netloc == "arxiv.org":
        text = f"arXiv {parts[-1]}"
    return words("Finding: source", text=text, url=url)
