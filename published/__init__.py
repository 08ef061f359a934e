"""Published benchmarks, ours or others': read, audited and imported."""
