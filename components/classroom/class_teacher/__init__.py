"""Script of a browser that leads a class: a strip at the lower edge of every room, and the room Class."""
