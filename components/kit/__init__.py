"""What all components share: markup, mounting, data to the browser, reports from it."""
