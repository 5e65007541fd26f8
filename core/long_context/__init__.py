"""What the rooms Stretch and Precision compute."""
