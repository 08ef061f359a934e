"""Mails of the installation, each to one address, and what the SMTP server says of them."""

import smtplib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from email.utils import make_msgid
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend

_PERMANENT = 500
"""Replies from this code on are final (RFC 5321, section 4.2.1)."""
_CLOSING = 421
"""The reply before the server closes the connection."""
_LONGEST_REPLY = 300
_LONGEST_LINE = 998
"""Limit of a line in a mail (RFC 5322, section 2.1.1)."""


class MailServerError(Exception):
    """The server takes no mail at the moment, whoever it is for."""


class MailDelayedError(Exception):
    """The server does not take mail for this address now, and may do so later."""


class MailRefusedError(Exception):
    """The server refuses mail to this address for good; the message is its reply."""


class MailUncertainError(Exception):
    """The connection broke while the mail was sent: the server may have taken it."""


class _Mail(EmailMessage):
    """A mail whose headers are one line each.

    Not every mail program reads a link that begins on the line after its header's name.
    """

    def message(self, **options: Any) -> Any:
        written = super().message(**options)
        written.policy = written.policy.clone(max_line_length=_LONGEST_LINE)
        return written


def make_mail(
    address: str, subject: str, text: str, headers: Mapping[str, str] | None = None
) -> EmailMessage:
    """Return a mail as plain text, marked as written by a program (RFC 3834)."""
    host = urlsplit(settings.ORIGIN).hostname or "localhost"
    standard = {
        "Auto-Submitted": "auto-generated",
        "Message-ID": make_msgid(domain=host),
    }
    return _Mail(
        # A name in the subject may contain what would end the header.
        " ".join(subject.split()),
        text,
        to=[address],
        headers={**standard, **(headers or {})},
    )


@contextmanager
def open_mail_server() -> Iterator[BaseEmailBackend]:
    """Connect to the SMTP server. Raises MailServerError."""
    server = get_connection()
    try:
        _open(server)
        yield server
    finally:
        _close(server)


def send_mail(server: BaseEmailBackend, mail: EmailMessage) -> None:
    """Hand a mail to the server.

    Raises MailServerError, MailDelayedError, MailRefusedError or MailUncertainError.
    """
    # The server may have ended the connection after the mail before.
    _open(server)
    try:
        server.send_messages([mail])
    except smtplib.SMTPRecipientsRefused as error:
        [(code, reply)] = error.recipients.values()
        raise _refusal(server, code, reply) from error
    except smtplib.SMTPSenderRefused as error:
        _close(server)
        raise MailServerError(str(error)) from error
    except smtplib.SMTPResponseException as error:
        raise _refusal(server, error.smtp_code, error.smtp_error) from error
    except OSError as error:
        _close(server)
        raise MailUncertainError(str(error)) from error


def send_one_mail(mail: EmailMessage) -> None:
    """Connect, and hand one mail to the server. Raises as ``send_mail``."""
    with open_mail_server() as server:
        send_mail(server, mail)


def _open(server: BaseEmailBackend) -> None:
    try:
        server.open()
    except OSError as error:  # every error of smtplib is one
        _close(server)
        raise MailServerError(str(error)) from error


def _close(server: BaseEmailBackend) -> None:
    with suppress(OSError):
        server.close()


def _refusal(server: BaseEmailBackend, code: int, reply: bytes | str) -> Exception:
    text = reply.decode(errors="replace") if isinstance(reply, bytes) else reply
    answer = f"{code} {' '.join(text.split())}"[:_LONGEST_REPLY]
    if code == _CLOSING:
        _close(server)
        return MailServerError(answer)
    kind = MailRefusedError if code >= _PERMANENT else MailDelayedError
    return kind(answer)
