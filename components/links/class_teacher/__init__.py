"""Script of who leads a class: a strip at the lower edge of every room, and the room Class; see `in_class`."""
