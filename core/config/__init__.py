"""A model's config.json: read, checked, extended to longer contexts, exported."""
