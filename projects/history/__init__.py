"""The background jobs of a project, and its ledger as pages show it."""
