"""A model's config.json: read, judged, lengthened, taken away."""
