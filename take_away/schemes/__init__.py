"""Encodings, a file each: NumPy in <name>.py, PyTorch in <name>_torch.py."""
