"""Options of PostgreSQL connections, in production and in tests."""

OPTIONS = {
    # Frequent queries are planned once per connection, which saves half of the
    # database's processor time. A PgBouncer that lends a connection for one transaction
    # must be 1.21 or newer (max_prepared_statements).
    "server_side_binding": True,
    "prepare_threshold": 5,
}
