"""A room with the settings that a lesson's step or a question asks it for."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any
from urllib.parse import parse_qsl

from core.inputs.settings import PARAMETERS, Settings

NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")  # of a room, a control or a setting


@dataclass(frozen=True)
class RoomAddress:
    """A room and what its address says."""

    room: str  # file stem of its page
    # query parameters; a repeated one has two values
    settings: Mapping[str, tuple[str, ...]]

    def __post_init__(self) -> None:
        for name in (self.room, *self.settings):
            if not NAME.fullmatch(name):
                raise ValueError(f"a name in a room's address must be small letters, digits and _, got {name!r}")

    @property
    def shared_settings(self) -> Settings:
        """The shared settings, each at its default unless the address gives a number."""
        values: dict[str, Any] = {
            each.name: each.read(self.settings.get(each.name, [None])[-1]) for each in PARAMETERS
        }
        return Settings(**{name: value for name, value in values.items() if value is not None})

    @property
    def own_settings(self) -> dict[str, tuple[str, ...]]:
        """The room's own settings: those of the address that are not shared."""
        shared_names = {each.name for each in PARAMETERS}
        return {name: values for name, values in self.settings.items() if name not in shared_names}


def room_address(
    room: str,  # file stem of its page
    settings: str = "",  # name=value, separated by blanks, encoded as in an address: + stands for a blank
) -> RoomAddress:
    """Read settings as lessons and questions write them.

    >>> dict(room_address("stretch", "context=512 context=2048 stretch_view=One+pair").settings)
    {'context': ('512', '2048'), 'stretch_view': ('One pair',)}
    """
    values: dict[str, tuple[str, ...]] = {}
    for name, value in parse_qsl("&".join(settings.split()), keep_blank_values=True):
        values[name] = (*values.get(name, ()), value)
    return RoomAddress(room, MappingProxyType(values))
