"""What all rooms share: table of contents, frame, sidebar, settings, address, words, views and charts."""
