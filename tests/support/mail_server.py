"""A local SMTP server that keeps what it takes, and answers as a test says."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller


class MailServer:
    """An SMTP server on a port of its own. ``mails`` are those it has taken."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.lines: list[str] = []
        """The lines of all mails, as they came."""
        self.replies: dict[str, str] = {}
        """Replies to recipients, by address; others are accepted."""
        self.breaks = False
        """Whether the connection breaks after a mail, before the reply."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]

    def to(self, address: str) -> list[EmailMessage]:
        """Return the mails to an address, the oldest first."""
        return [mail for mail in self.mails if mail["To"] == address]

    async def handle_RCPT(  # noqa: N802 - the name that the library calls
        self, server: Any, session: Any, envelope: Any, address: str, options: Any
    ) -> str:
        reply = self.replies.get(address, "250 OK")
        if reply.startswith("250"):
            envelope.rcpt_tos.append(address)
        return reply

    async def handle_DATA(  # noqa: N802
        self, server: Any, session: Any, envelope: Any
    ) -> str:
        self.lines += envelope.content.decode().splitlines()
        self.mails.append(message_from_bytes(envelope.content, policy=policy.default))
        if self.breaks:
            server.transport.abort()
        return "250 OK"

    @contextmanager
    def running(self) -> Iterator[None]:
        """Answer on the port until the block ends."""
        controller = Controller(self, hostname="127.0.0.1", port=self.port)
        controller.start()
        try:
            yield
        finally:
            controller.stop()


def text_of(mail: EmailMessage) -> str:
    """Return the text of a mail."""
    text: str = mail.get_content()
    return text.replace("\r\n", "\n")
