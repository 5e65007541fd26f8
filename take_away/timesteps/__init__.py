"""The pictures of the room Timesteps."""
