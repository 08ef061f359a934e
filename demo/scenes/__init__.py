"""The demo's pictures, one module a theme; what each says is in the YAML beside it."""
