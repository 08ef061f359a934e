"""Which slot an annotator gets next, and what organizers say about it."""
