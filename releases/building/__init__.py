"""From the request of a version to its frozen items and its published folder."""
