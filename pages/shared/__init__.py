"""What all rooms share: table of contents, frame, sliders, settings, address, words, views and charts."""
