"""The case of an item: annotations compared and adjudicated, and its record."""
