"""Roles in a project, and the check of every request."""
