"""Any supported form of a config as one dict in the usual form, with remarks on repairs."""

from collections.abc import Mapping, Sequence
from typing import Any

from model_configs.entries import ConfigError
from model_configs.finding import Finding, info
from model_configs.forms import (
    bare,
    command_line,
    diffusers,
    gguf,
    gguf_header,
    launch,
    others,
    params,
    slips,
)
from model_configs.forms.form import GGUF, Form, UsualForm
from model_configs.json_text import parse


def as_config(
    # text of a config.json, params.json, rotary block, command line or file with commands; the start of a GGUF
    # file; a command that was found in such a file; or an object; untrusted
    source: str | bytes | launch.Command | Mapping[str, Any],
) -> UsualForm:  # raises ConfigError if it cannot be read; the error names the place and what is valid
    """A config in the usual form."""
    if isinstance(source, bytes):
        source = gguf.entries(source) if gguf_header.is_gguf(source) else source.decode("utf-8", "replace")
    if isinstance(source, launch.Command):
        return command_line.config(source.text)
    return _of_text(source) if isinstance(source, str) else _usual(parse(source, lenient=True))


def _of_text(source: str) -> UsualForm:
    """A text in the first of the forms that it has."""
    if not command_line.LAUNCHES.search(source[: command_line.LONGEST]):
        others.refuse(source)
    if found := launch.commands("", source):
        return _of_command(found)
    return command_line.config(source) if command_line.matches(source) else _of_json(source)


def _of_command(found: Sequence[launch.Command]) -> UsualForm:
    """The first of a file's commands, and a remark where there are more."""
    usual = command_line.config(found[0].text)
    several = [info("form", "command", "several", count=len(found))] if len(found) > 1 else []
    return usual._replace(remarks=(*several, *usual.remarks))


def _of_json(source: str) -> UsualForm:
    """A JSON text as people write it."""
    text, remarks = slips.mend_json(source)
    entries = parse(text, lenient=True)
    if not entries:
        sentence = "This is an object without entries. Paste the model’s whole config.json"
        raise ConfigError("config", "an object with entries", entries, sentence=sentence)
    config, more = slips.numbers(entries)
    return _usual(config, (*remarks, *more))


def _usual(config: dict[str, Any], remarks: tuple[Finding, ...] = ()) -> UsualForm:
    """The config, unless it is a block alone or another program's parameters."""
    for form in (gguf, diffusers, params, bare):
        if form.matches(config):
            words = Form(GGUF, str(config[gguf_header.ARCHITECTURE])) if form is gguf else Form()
            config, more = form.config(config)
            return UsualForm(config, (*remarks, *more), words)
    return UsualForm(config, remarks)
