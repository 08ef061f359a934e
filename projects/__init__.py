"""Projects, their people and their protocols."""
