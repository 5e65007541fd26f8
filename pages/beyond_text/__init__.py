"""Views of the section Beyond text."""
