"""The demo images: drawn by the project, the same bytes every time."""
