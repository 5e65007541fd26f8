"""The views of the rooms in the section Words."""
