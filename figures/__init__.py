"""Arrays in, Figure out."""
