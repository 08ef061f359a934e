"""Versions of a benchmark, checked, built and published."""
