"""Names by which people log in, and by which a project shows them."""
