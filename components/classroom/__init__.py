"""A live class in the browser: the teacher's side, the students', and the keys of a presenter."""
