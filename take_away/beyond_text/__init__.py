"""Positions of images, mixed prompts, diffusion time and signals, and distances that the text counts."""
