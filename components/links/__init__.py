"""Small parts around the pictures: links, downloads, copies."""
