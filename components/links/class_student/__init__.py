"""Script of who follows a class: the page goes where the class stands, and asks its questions; see `in_class`."""
