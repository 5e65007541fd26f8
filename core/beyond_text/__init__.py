"""Positions beyond one line of text: images, video, prompts that mix them, diffusion time, and signals."""
