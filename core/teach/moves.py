"""Five moves in ninety seconds: a room each, and the one control that its picture does not have."""

from typing import NamedTuple

from core.teach.room_address import RoomAddress, room_address


class Move(NamedTuple):
    """One drag in one room."""

    address: RoomAddress
    controls: tuple[str, ...] = ()  # as in the address; none where the picture itself is dragged


MOVES = (
    Move(room_address("home", "positions=on")),
    Move(room_address("clocks")),
    Move(room_address("waves", "view=Wavelengths"), ("base",)),
    Move(room_address("rope")),
    Move(room_address("stretch"), ("context",)),
)
