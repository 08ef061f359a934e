"""Numbers of a run; one module a metric."""
