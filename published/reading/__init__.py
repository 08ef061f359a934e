"""Reads a published benchmark: nested files, tables, archives, and its images."""
