"""Parts of the room Questions."""
