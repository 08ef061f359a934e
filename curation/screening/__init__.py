"""The stage in which people vote on every image."""
