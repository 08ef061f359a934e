"""Finished items that are assigned again, unmarked."""
