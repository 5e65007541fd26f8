"""The pictures of the room Home."""
