"""Scripts that train what the app shows as trained."""
