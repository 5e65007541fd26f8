"""The forms in which a person gives a config: JSON with slips, a block alone, a command line, params.json, GGUF."""
