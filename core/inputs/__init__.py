"""Valid arguments: parameters, the shared settings, arrays."""
