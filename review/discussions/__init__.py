"""Discussions about items: questions, declined items, outcomes."""
