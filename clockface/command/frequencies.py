"""`clockface frequencies`: the numbers that a model must hold once it is loaded."""

import argparse
import os
import sys
from collections.abc import Callable, Mapping
from types import MappingProxyType

from clockface.command.inputs import read, tokens
from clockface.command.opened import UnreadableError
from clockface.command.terminal import path, plain
from model_configs.entries import ConfigError
from model_configs.expected import as_json, as_npz
from model_configs.model_config import ModelConfig, read_config

FORMS: Mapping[str, Callable[[ModelConfig, int | None], bytes]] = MappingProxyType(
    {".json": lambda config, length: as_json(config, length).encode(), ".npz": as_npz}
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("file", metavar="FILE", help="as for lint, one file")
    parser.add_argument(
        "--length", type=tokens, metavar="N", help="of the text, tokens; else one within the trained context"
    )
    parser.add_argument("--out", metavar="PATH", help=f"ends in {' or '.join(FORMS)}; else JSON is printed")


def run(options: argparse.Namespace) -> int:
    """Write inverse frequencies, attention factor and scale of the softmax by type of layers."""
    ending = os.path.splitext(options.out)[1] if options.out else ".json"
    try:
        if ending not in FORMS:
            raise UnreadableError(f"--out must end in {' or '.join(FORMS)}, got {options.out[-60:]!r}")
        data = FORMS[ending](read_config(read(options.file)), options.length)
        _write(options.out, data)
    except (UnreadableError, ConfigError) as error:
        print(f"{path(options.file)}: {plain(str(error))}", file=sys.stderr)
        return 2
    return 0


def _write(name: str | None, data: bytes) -> None:
    if name is None:
        print(data.decode())
        return
    try:
        with open(name, "wb") as file:
            file.write(data)
    except (OSError, ValueError) as error:
        raise UnreadableError(f"{name} cannot be written: {getattr(error, 'strerror', None) or error}") from None
