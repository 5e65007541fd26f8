"""Models trained on short texts, and how they fare on longer ones."""
