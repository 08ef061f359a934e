"""What people do to get their notifications by mail."""

import re
from typing import Any

from projects.models import User
from review.notifications.models import Notification
from tests.support.cast import browser
from tests.support.mail_server import MailServer, text_of

JSON = "application/json"


def save_address(person: User, address: str) -> None:
    """Save an e-mail address on the account page."""
    body = {
        "display_name": person.display_name,
        "locale": person.locale,
        "email": address,
        "current": "correct horse",
    }
    assert browser(person).put("/api/me/", body).status_code == 200
    person.refresh_from_db()


def choose(person: User, frequency: str, *, status: int = 200) -> Any:
    """Choose when mails come. Returns the response."""
    changed = browser(person).put("/api/me/mail/", {"frequency": frequency})
    assert changed.status_code == status, changed.data
    return changed.data


def preference(person: User) -> Any:
    """Return what the account page shows."""
    return browser(person).get("/api/me/mail/").data


def confirmation_token(mails: MailServer, person: User) -> str:
    """Return the token of the last link that was mailed to the person."""
    link = re.search(r"/confirm-address/(\S+)", text_of(mails.to(person.email)[-1]))
    assert link is not None
    return link[1]


def confirm(token: str) -> Any:
    """Open a link, without a login. Returns the response."""
    return browser(None).post(f"/api/mail/confirm/{token}/")


def read_by_mail(mails: MailServer, person: User, frequency: str = "at_once") -> None:
    """Give the person a confirmed address and mails at this frequency.

    They have read that their address changed.
    """
    save_address(person, f"{person.username}@example.org")
    choose(person, frequency)
    assert confirm(confirmation_token(mails, person)).status_code == 200
    mails.mails.clear()
    Notification.objects.filter(person=person).delete()
