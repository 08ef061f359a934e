"""The images with their states and stored files."""
