"""The parts of the room Model."""
