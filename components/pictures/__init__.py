"""Pictures that are dragged, played or updated in place."""
