"""Numbers in, numbers out: everything that is true without a screen."""
