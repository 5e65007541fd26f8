"""Any supported form of a config as one dict in the usual form, with remarks on repairs."""

from collections.abc import Mapping
from typing import Any

from model_configs.entries import ConfigError
from model_configs.finding import Finding
from model_configs.forms import (
    bare,
    command_line,
    diffusers,
    gguf,
    gguf_header,
    logs,
    others,
    params,
    slips,
    training,
)
from model_configs.forms.form import GGUF, Form, UsualForm
from model_configs.json_text import parse


def as_config(
    # text of a config.json, params.json, rotary block or command line; the start of a GGUF file; or an object;
    # untrusted
    source: str | bytes | Mapping[str, Any],
) -> UsualForm:  # raises ConfigError if it cannot be read; the error names the place and what is valid
    """A config in the usual form."""
    if isinstance(source, bytes):
        return as_config(gguf.entries(source) if gguf_header.is_gguf(source) else source.decode("utf-8", "replace"))
    if not isinstance(source, str):
        return _usual(parse(source, lenient=True))
    if not command_line.LAUNCHES.search(source[: command_line.LONGEST]):
        others.refuse(source)
    for form in (training, command_line):
        if form.matches(source):
            return form.config(source)
    if (command := logs.command(source)) is not None:
        return command_line.config(command)
    return _of_json(source)


def _of_json(source: str) -> UsualForm:
    """A JSON text as people write it, or the lines in which llama.cpp prints a header."""
    if (header := logs.header(source)) is not None:
        return _usual(header)
    text, remarks = slips.mend_json(source)
    entries = parse(text, lenient=True)
    if not entries:
        sentence = "This is an object without entries. Paste the model’s whole config.json"
        raise ConfigError("config", "an object with entries", entries, sentence=sentence)
    config, more = slips.numbers(entries)
    return _usual(config, (*remarks, *more))


def _usual(config: dict[str, Any], remarks: tuple[Finding, ...] = ()) -> UsualForm:
    """The config, unless it is a block alone, another program's parameters, or a server's answer."""
    if (command := logs.command_from_models(config)) is not None:
        return command_line.config(command)
    for form in (gguf, diffusers, params, bare):
        if form.matches(config):
            words = Form(GGUF, str(config[gguf_header.ARCHITECTURE])) if form is gguf else Form()
            config, more = form.config(config)
            return UsualForm(config, (*remarks, *more), words)
    return UsualForm(config, remarks)
