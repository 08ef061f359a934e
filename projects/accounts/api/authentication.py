"""Authentication of scripts by ``Authorization: Token …``."""

from rest_framework.authentication import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed

from core.domain.texts import _
from projects.accounts.services.api_tokens import user_of_api_token
from projects.models import User


class ApiTokenAuthentication(TokenAuthentication):
    """DRF's header and challenge, with Subtext's own tokens."""

    def authenticate_credentials(self, key: str) -> tuple[User, str]:
        user = user_of_api_token(key)
        if user is None:
            raise AuthenticationFailed(
                _(
                    "This API token is wrong or expired: a new password or a newer "
                    "token ends it. Ask an operator for a new one."
                )
            )
        return user, key
