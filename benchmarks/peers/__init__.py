"""Other tools, run in an environment of their own and asked in JSON lines."""
