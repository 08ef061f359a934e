"""Who may hold a slot, its lease, and how it is declined, returned or replaced."""
