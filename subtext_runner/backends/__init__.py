"""Where a model answers: a server, this machine, recorded responses, baselines."""
