"""What faults of processes, disks, databases and brokers cost people."""

BENCH = "bench"
"""The project of validated items (benchmarks.release_build.project)."""
VERSION = "1.0.0"
"""Its release."""
