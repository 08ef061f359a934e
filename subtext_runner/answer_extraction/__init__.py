"""Finds the letter that a response chooses; every release ships a copy."""
