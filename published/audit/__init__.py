"""The audit of a published benchmark: measurements, checks, report, repair."""
