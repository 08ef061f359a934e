"""Runs of models and people on a release, their scores, tables and site."""
