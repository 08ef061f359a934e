"""State machines, their ledger, jobs, errors, the broker, and readers of the settings."""
