"""Questions generated from a record by the protocol's rule, until accepted."""
