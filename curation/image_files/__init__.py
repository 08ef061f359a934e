"""Decoding one file within limits, and removing its metadata."""
