"""What the rooms of the section Words compute."""
