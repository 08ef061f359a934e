"""Asks models, reads their answers and scores them. It runs alone on a GPU machine."""
