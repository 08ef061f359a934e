"""Set the password of an account, and note it in the security record."""

import getpass
from typing import Any

from django.contrib.auth.management.commands import changepassword
from django.core.management.base import CommandParser
from django.db import DEFAULT_DB_ALIAS

from projects.models import SecurityEventKind, User
from projects.security_record.services import record_event


class Command(changepassword.Command):
    help = __doc__ or ""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "username",
            nargs="?",
            help="user name of the account; without it, that of the operating system",
        )
        parser.set_defaults(database=DEFAULT_DB_ALIAS)

    def handle(self, *args: Any, **options: Any) -> str | None:
        output = super().handle(*args, **options)
        user = User.objects.get(username=options["username"] or getpass.getuser())
        record_event(SecurityEventKind.PASSWORD_SET, person=user)
        return output
