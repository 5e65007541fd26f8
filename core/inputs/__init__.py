"""What a value may be: parameters, the shared settings, arrays at the door."""
