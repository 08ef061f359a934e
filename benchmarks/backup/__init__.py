"""Seconds, size and memory of backup, restore and move as an installation grows."""
