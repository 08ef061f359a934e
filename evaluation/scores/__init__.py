"""How responses were scored, compared and ranked, and what they show."""
