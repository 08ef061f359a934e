"""Backups of an installation and their restoration, on either database."""
