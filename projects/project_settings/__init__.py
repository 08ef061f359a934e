"""Projects, made and shown, with their settings."""
