"""Validation rounds: people answer without the key, or fill in a checklist.

Threads are stored here, because a verdict waits for the discussion of its dissent.
"""
