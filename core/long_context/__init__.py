"""What the rooms Stretch, Longer than trained and Precision compute."""
