"""The rules that look for mistakes in a config, by theme; their order stands in `core.config.all_findings`."""
