"""The tutorial, walked by its own text."""
