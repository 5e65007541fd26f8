"""Script of a browser that follows a class: its page follows the teacher's and asks questions; see `in_class`."""
