"""The stage that compares all images, and decisions on what it found."""
