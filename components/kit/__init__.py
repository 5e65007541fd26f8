"""What all components share: mounting, sending arrays, reporting back."""
