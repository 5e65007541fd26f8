"""Values that an entry cannot have, and numbers that give no frequencies."""

from collections.abc import Iterator

from model_configs.entries import ConfigError
from model_configs.finding import Finding, error, setting
from model_configs.model import Config
from model_configs.pair_wavelengths import finite


def entry_invalid(refused: ConfigError) -> Finding:
    """An entry that nothing but a check has read, and whose value is refused."""
    return error(
        "entry_invalid",
        refused.key,
        refusal=str(refused),
        entry=refused.key,
        patch=setting(refused.key, None),
    )


def no_frequencies(config: Config) -> Iterator[Finding]:
    """The config was read, and its numbers give no frequencies."""
    for kind in config.layer_types:
        try:
            finite(kind, None)
        except ConfigError as refused:
            yield error("no_frequencies", refused.key, refusal=str(refused))
            return
