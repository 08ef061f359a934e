"""How statistics of a whole project are stored, and when they are computed again."""
