"""System checks of an installation's environment variables."""

import os
from typing import Any

from django.core.checks import CheckMessage, Warning, register

ENVIRONMENT = "environment"
"""The tag of these checks."""
REMOVED = {
    "SUBTEXT_ORGANIZERS_INVITE": (
        "Set `organizers_invite: false` under `annotation` in the protocol of each "
        "project whose organizers must not invite people. Then unset the variable."
    ),
}
"""Settings that are no longer read, with what to do instead."""


@register(ENVIRONMENT)
def check_removed_variables(**options: Any) -> list[CheckMessage]:
    """Warn of settings that are set but no longer read."""
    return [
        Warning(f"{name} is no longer read.", hint=hint, id="subtext.W001")
        for name, hint in REMOVED.items()
        if name in os.environ
    ]
