"""Schemes in PyTorch, and the one that reads a file."""
