"""Code that readers take away: each file runs as it stands, `python -m take_away.matrix.pixels`.

A file begins with its docstring, its imports and one paragraph of assignments, whose values an export replaces.
What it imports from this package an export writes into the same file.
"""
