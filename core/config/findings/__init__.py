"""Checks of a config by theme; `core.config.all_findings` lists them in order."""
