"""Two people at one browser: a page acts only for the person it was opened for."""

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from core.domain.texts import _
from core.errors import ConflictError
from projects.models import User

PERSON_HEADER = "X-Subtext-Person"
"""In requests: whom the page was opened for. In session responses: who is logged in.

The id of the account, or 0 for nobody.
"""
_BROWSER_HEADERS = ("Origin", "Sec-Fetch-Site")
"""Browsers send one of these with every request that changes something."""


class OtherPersonError(ConflictError):
    """The page was opened for another person than the one who is logged in now."""

    title = _("Another person is logged in")

    def __init__(self, detail: str, user: User) -> None:
        super().__init__(detail)
        self.extensions = {
            "logged_in_as": {
                "username": user.get_username(),
                "display_name": user.shown_name,
            }
        }


def person_number(user: User | AnonymousUser | None) -> str:
    """Return what ``PERSON_HEADER`` says of this person."""
    return str(user.pk) if isinstance(user, User) else "0"


def require_same_person(request: HttpRequest) -> None:
    """Raise OtherPersonError if the session is not of the person that the page names.

    Scripts with a session need not name a person; a browser's page has to.
    """
    named = request.headers.get(PERSON_HEADER)
    if named is None and not any(h in request.headers for h in _BROWSER_HEADERS):
        return
    user = request.user
    if not user.is_authenticated or named == person_number(user):
        return
    if named is None:
        detail = _(
            "This page does not say whom it was opened for, so nothing was changed. "
            "Reload it to continue as {name}.",
            name=user.shown_name,
        )
    else:
        detail = _(
            "{name} is logged in now. This page was opened for someone else, so "
            "nothing was changed. Reload it to continue as {name}.",
            name=user.shown_name,
        )
    raise OtherPersonError(detail, user)
