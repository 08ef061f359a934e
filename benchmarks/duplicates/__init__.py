"""Are copies found, and only copies? Beside imagededup."""
