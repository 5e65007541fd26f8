"""Scaling rules in PyTorch."""
