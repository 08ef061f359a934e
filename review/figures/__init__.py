"""How figures over a whole project are stored, and when they are computed again."""
