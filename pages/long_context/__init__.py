"""Views of the section Long context."""
