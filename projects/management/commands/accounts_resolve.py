"""List accounts whose names differ only in case, and give one of them another name.

People log in by user name or e-mail address in any case. Earlier versions could make
two accounts of one name; the newer one is found only under its exact name until it gets
another one here.
"""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from core.commands import SubtextCommand
from projects.accounts.services.account_names import change_names
from projects.models import User
from projects.person_names.selectors.accounts import accounts_sharing_name


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--user", metavar="NAME", help="exact user name of the account to change"
        )
        parser.add_argument("--username", metavar="NEW", help="its new user name")
        parser.add_argument(
            "--email", metavar="NEW", help="its new e-mail address; '' removes it"
        )

    def run_command(self, **options: Any) -> None:
        username, email = options["username"], options["email"]
        if options["user"] is not None:
            user = User.objects.filter(username=options["user"]).first()
            if user is None:
                raise CommandError(f"There is no account {options['user']!r}.")
            if username is None and email is None:
                raise CommandError("Give --username or --email.")
            change_names(user=user, username=username, email=email)
        groups = accounts_sharing_name()
        rows = [
            [{"username": user.username, "email": user.email} for user in group]
            for group in groups
        ]
        lines = [
            ", ".join(f"{user.username} <{user.email}>" for user in group)
            for group in groups
        ]
        self.print_outcome(
            {"accounts": rows},
            "\n".join(lines) or "All names and addresses are distinct.",
        )
        if groups:
            raise CommandError(
                "These accounts share a name or an address. Change one of each line: "
                "accounts_resolve --user NAME --username NEW, or --email NEW."
            )
