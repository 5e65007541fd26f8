"""Numbers of the rooms in the section Words."""
