"""The views of the room Timesteps."""
