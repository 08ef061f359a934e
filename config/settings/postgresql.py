"""How connections to PostgreSQL are used, in production and in tests."""

OPTIONS = {
    # What is asked with every request is planned once a connection: half of the
    # database's processor time. Behind a pooler that lends a connection for one
    # transaction, PgBouncer has to be 1.21 or newer (max_prepared_statements).
    "server_side_binding": True,
    "prepare_threshold": 5,
}
