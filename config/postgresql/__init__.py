"""The database engine of installations on PostgreSQL."""
