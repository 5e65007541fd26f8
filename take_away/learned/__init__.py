"""Scripts of the Learned room."""
