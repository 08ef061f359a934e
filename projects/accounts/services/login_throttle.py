"""Limits on password attempts, for every way of logging in.

Each attempt is counted before the password is checked, so that parallel attempts gain
nothing. Attempts are counted by account and by address, in windows of fifteen minutes
that begin with the first. A signed cookie marks a browser in which the person has
logged in before. Such a browser has its own count, so that attempts of others do not
lock its person out (OWASP, "Slow Down Online Guessing Attacks with Device Cookies").
"""

import hashlib
import math
import secrets
from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any, Literal

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from rest_framework.throttling import BaseThrottle

from core.domain.texts import _
from core.errors import TooManyRequestsError
from projects.models import LoginAttempts, User
from projects.person_names.domain import fold_name
from projects.person_names.selectors.accounts import find_account

WINDOW = timedelta(minutes=15)
MOST_OF_AN_ACCOUNT = 8
MOST_OF_AN_ADDRESS = 40
"""Higher, because a whole laboratory may share one address."""
_COOKIE = "subtext-device"
_KNOWN_FOR = timedelta(days=365)


class LoginThrottle:
    """The attempts of one request for one account, under whichever of its names.

    ``purpose``: logins, password links and links that confirm an address are counted
    apart, so that asking for links locks nobody out.
    """

    def __init__(
        self,
        request: HttpRequest | None,
        name: str,
        purpose: Literal["login", "reset", "confirm"] = "login",
    ) -> None:
        # The throttle reads only META, which Django's and DRF's requests share. A
        # request through a local socket has no address.
        throttle: Any = BaseThrottle()
        address = (throttle.get_ident(request) if request else None) or ""
        self.account = find_account(name)
        """The account; None when there is none with this name."""
        device = _device(request, self.account) if request and self.account else None
        if device:
            counted = ("device", device)
        elif self.account:
            counted = ("account", str(self.account.pk))
        else:
            counted = ("name", fold_name(name))
        self._account = _key(purpose, *counted)
        self._most: Mapping[str, int] = {self._account: MOST_OF_AN_ACCOUNT}
        if not device:
            by_address = _key(purpose, "address", address)
            self._most = {**self._most, by_address: MOST_OF_AN_ADDRESS}

    def count_attempt(self) -> None:
        """Count one attempt. Raises TooManyRequestsError when it exceeds the limit."""
        self._require([_count(key) for key in self._most])

    def require_open(self) -> None:
        """Raise TooManyRequestsError when the last attempt exceeded the limit."""
        attempts = LoginAttempts.objects.filter(key__in=self._most)
        self._require(attempts.filter(until__gt=timezone.now()))

    def _require(self, attempts: Iterable[LoginAttempts]) -> None:
        ends = [row.until for row in attempts if row.count > self._most[row.key]]
        if ends:
            seconds = math.ceil((max(ends) - timezone.now()).total_seconds())
            raise TooManyRequestsError(
                _(
                    "Too many attempts. Try again in {minutes} min.",
                    minutes=math.ceil(seconds / 60),
                ),
                wait=seconds,
            )

    def reset_after_success(self) -> None:
        """Reset the account's or browser's count after a correct password.

        From the count of the address only this attempt is subtracted.
        """
        self.reset_count()
        attempts = LoginAttempts.objects.filter(key__in=self._most)
        attempts.filter(count__gt=0).update(count=F("count") - 1)

    def reset_count(self) -> None:
        """Reset the count of the account or of the known browser."""
        LoginAttempts.objects.filter(key=self._account).delete()


def remember_device(response: HttpResponse, user: User) -> None:
    """Mark the browser by a signed cookie as one in which this person has logged in."""
    cookie = {"account": user.pk, "device": secrets.token_hex(16)}
    response.set_cookie(
        _COOKIE,
        signing.dumps(cookie, salt=_COOKIE),
        max_age=_KNOWN_FOR,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def _device(request: HttpRequest, account: User) -> str | None:
    """Return the id of the known browser if it is one of this person's."""
    try:
        cookie = signing.loads(
            request.COOKIES.get(_COOKIE, ""), salt=_COOKIE, max_age=_KNOWN_FOR
        )
    except signing.BadSignature:
        return None
    # Cookies of earlier versions name no account.
    return str(cookie["device"]) if cookie.get("account") == account.pk else None


def _count(key: str) -> LoginAttempts:
    """Count one attempt and return the row with its number."""
    now = timezone.now()
    new_count = {"count": 0, "until": now + WINDOW}
    with transaction.atomic():
        _, created = LoginAttempts.objects.get_or_create(key=key, defaults=new_count)
        LoginAttempts.objects.filter(key=key, until__lte=now).update(**new_count)
        LoginAttempts.objects.filter(key=key).update(count=F("count") + 1)
        if created:
            LoginAttempts.objects.filter(until__lte=now - WINDOW).delete()
        return LoginAttempts.objects.get(key=key)


def _key(*parts: str) -> str:
    return hashlib.sha256(":".join(parts).encode()).hexdigest()
