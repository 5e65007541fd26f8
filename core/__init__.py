"""Numbers in, numbers out: everything that is true without a screen."""

__version__ = "1.0.0"
