"""Tests against other tools: run by `make peers`, in `.venv-peers` alone."""

from benchmarks.peers.operators import declare

declare()
