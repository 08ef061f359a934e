"""The site of a release, with its leaderboard for readers."""
