"""The views of the room Add or concatenate."""
