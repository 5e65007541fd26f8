"""The pictures of the room Add or concatenate."""
