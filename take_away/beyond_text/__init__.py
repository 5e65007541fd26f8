"""Positions of images, mixed prompts, diffusion time and signals."""
