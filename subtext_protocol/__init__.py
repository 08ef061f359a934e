"""Protocols: documents and their changes, loading, and the shipped ones."""
