"""The steps of the walk from a new project to a leaderboard, in the order of the work."""
