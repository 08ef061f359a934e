"""Readers of answers that are no letter, and the published rules."""
