"""A published benchmark becomes items and records of a project."""
