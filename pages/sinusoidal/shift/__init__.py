"""The parts of the room Shift."""
