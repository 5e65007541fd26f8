"""Parts that run in the browser; one folder each: Python, JavaScript and style."""
