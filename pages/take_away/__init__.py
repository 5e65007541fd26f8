"""What readers take away from a room: files, drawings, the link, code and citations."""
