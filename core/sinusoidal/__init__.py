"""What the rooms of the section Sinusoidal compute."""
