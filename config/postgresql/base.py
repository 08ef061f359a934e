"""Django's engine for PostgreSQL, which asks less often whether it is still there."""

from select import POLLIN, poll

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that is tried with every request before it is used again."""

    def is_usable(self) -> bool:
        """Whether the server is there; without a query as long as it is silent.

        A server that is gone has hung up, or said why it will: there is something to
        read then where nothing was asked.
        """
        connection = self.connection
        if connection is None or connection.closed:
            return False
        socket = poll()
        socket.register(connection.fileno(), POLLIN)
        return not socket.poll(0) or super().is_usable()
