"""Runs as stored: the questions of a release, who is asked, the responses."""
