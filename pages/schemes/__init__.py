"""Views of the rooms of the section Schemes."""
