"""Generated texts compared with those of people."""
