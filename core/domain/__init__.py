"""Texts in two languages, the engine of state machines, and small pure helpers."""
