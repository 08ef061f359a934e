"""Texts that a model as a judge rates."""
