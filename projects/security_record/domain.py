"""Periods in which somebody else may have worked under a person's account.

Whoever makes a password link, or sets somebody's password, can log in as that person. A
period begins with the use of such a link. It ends when the person sets a password by a
link that was mailed to their address, unless the address changed within the period. A
password that is changed in the account ends nothing: whoever used the link can do that.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

BY_MAIL = "mail"
"""``way`` of a new password that was set by a link which the installation mailed."""

Step = Literal["taken", "address", "mailed"]
"""Somebody else could log in; the mail address changed; a mailed link set the
password."""


@dataclass(frozen=True)
class PasswordLinkPeriod:
    """A period of an account; ``ends`` is None while it lasts."""

    begins: datetime
    ends: datetime | None

    def covers(self, at: datetime) -> bool:
        return self.begins <= at and (self.ends is None or at < self.ends)


def possible_impersonation_periods(
    steps: Iterable[tuple[datetime, Step]],
) -> list[PasswordLinkPeriod]:
    """Return the periods of one account from its steps, in order."""
    periods = []
    begins: datetime | None = None
    own_address = True
    for at, step in steps:
        if step == "taken" and begins is None:
            begins, own_address = at, True
        elif step == "address":
            own_address = False
        elif step == "mailed" and begins is not None and own_address:
            periods.append(PasswordLinkPeriod(begins, at))
            begins = None
    if begins is not None:
        periods.append(PasswordLinkPeriod(begins, None))
    return periods
