"""How far a project, its items and its people are: overview, forecast, exports."""
