"""Runs of the stages, measurements, thresholds, and which images pass them all."""
