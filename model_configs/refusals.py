"""Every entry for which a config is refused, and not the first one alone."""

from collections.abc import Mapping
from typing import Any

from model_configs.entries import MISSING, ConfigError
from model_configs.finding import apply_patch, setting
from model_configs.forms.usual_form import as_config
from model_configs.read import read

MOST = 8  # entries


def refusals(source: str | bytes | Mapping[str, Any]) -> list[ConfigError]:  # as `read_config` takes it, untrusted
    """The errors of a config, each found without the entries of those before it; empty where it can be read."""
    first = _refusal(source)
    if first is None or first.key == "config":  # the text as a whole
        return [first] if first else []
    config, errors = as_config(source).config, [first]
    while len(errors) < MOST:
        config = apply_patch(config, setting(errors[-1].key, None))
        error = _refusal(config)
        if error is None or error.value is MISSING or error.key in {each.key for each in errors}:
            break  # what is missing now may have been left out here
        errors.append(error)
    return errors


def _refusal(source: str | bytes | Mapping[str, Any]) -> ConfigError | None:
    try:
        read(source)
    except ConfigError as error:
        return error
    return None
