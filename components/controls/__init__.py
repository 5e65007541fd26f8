"""Controls around the pictures: links, choices, downloads, copies."""
