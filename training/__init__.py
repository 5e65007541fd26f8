"""What the project trains itself, so that nothing it shows is pretended."""
