"""What an export adds to core's own source: kinds of drawing, PyTorch, and scripts by hand.

A script by hand begins with its docstring, its imports and one paragraph of assignments, whose values an export
replaces. What it imports from core or from this package an export writes into the same file.
"""
