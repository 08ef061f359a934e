"""Who sends a request: Django's sessions and accounts, read by prepared queries.

Both are read with every request, so that logging out, leaving and a new password count
at once. Only how they are asked for differs from Django's own.
"""

from django.contrib.auth.backends import ModelBackend
from django.contrib.sessions.backends import db
from django.contrib.sessions.base_session import AbstractBaseSession
from django.contrib.sessions.models import Session
from django.db.models.functions import Now

from projects.models import Membership, User
from projects.selectors import membership_rows
from workflow.prepared import Given, Prepared
from workflow.selectors import one_of

_session = Prepared(
    lambda: Session.objects.filter(
        session_key=Given("key"), expire_date__gt=Now()
    ).only("session_data")
)
_user = Prepared(lambda: User.objects.filter(pk=Given("user")))
_MOST_PLACES = 16
_places = Prepared(
    lambda: membership_rows(
        Membership.objects.filter(user=Given("user")), with_account=True
    )[:_MOST_PLACES]
)


class SessionStore(db.SessionStore):
    """``SESSION_ENGINE``."""

    def _get_session_from_db(self) -> AbstractBaseSession | None:
        session = one_of(_session(key=self.session_key or ""))
        if session is None:
            # As Django does: a key that nobody has given out is not taken over.
            self._session_key = None
        return session


class Accounts(ModelBackend):
    """``AUTHENTICATION_BACKENDS``: by name and password."""

    def get_user(self, user_id: int) -> User | None:
        """The account, and with it where it takes part: most requests need both."""
        places = _places(user=user_id)
        user = places[0].user if places else one_of(_user(user=user_id))
        if user is None or not self.user_can_authenticate(user):
            return None
        user.places = {one.project.slug: one for one in places}
        return user
