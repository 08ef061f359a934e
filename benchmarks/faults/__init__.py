"""Faults of processes, disks, databases and brokers: lost work and recovery times."""

BENCH = "bench"
"""The project of validated items (benchmarks.release_build.project)."""
VERSION = "1.0.0"
"""Its release."""
