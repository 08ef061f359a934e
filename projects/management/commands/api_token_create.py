"""Create the API token of a person, for scripts; an earlier one no longer works.

The token is printed only once. It stops working when the person's password changes.
"""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from core.commands import SubtextCommand
from projects.accounts.services.api_tokens import make_api_token
from projects.person_names.selectors.accounts import find_account


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument("username", help="user name or e-mail address")

    def run_command(self, **options: Any) -> None:
        user = find_account(options["username"])
        if user is None:
            raise CommandError(f"There is no account {options['username']!r}.")
        token = make_api_token(user)
        self.print_outcome({"username": user.username, "token": token}, token)
