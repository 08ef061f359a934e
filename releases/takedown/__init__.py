"""Taking an image or a question out of the benchmark and its releases."""
