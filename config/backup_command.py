"""Base class of the commands that back up, restore and move."""

from typing import Any

from django.core.management.base import CommandError

from backups.domain.errors import BackupError
from backups.services.stores import FAILURES, failure_reason
from core.commands import SubtextCommand

_INTERRUPTED = 130
"""The exit code of a command that Ctrl-C ends, as shells have it."""


class BackupCommand(SubtextCommand):
    """A command that ends in one line when a place of backups fails."""

    place = ""
    """The name of its argument that says where backups are."""

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            super().handle(*args, **options)
        except BackupError as error:
            raise CommandError(str(error)) from error
        except KeyboardInterrupt as error:
            text = "Interrupted: nothing is done by halves. Run the command again."
            raise CommandError(text, returncode=_INTERRUPTED) from error
        except FAILURES as error:
            place = options.get(self.place, "The temporary folder or the storage")
            raise CommandError(f"{place}: {failure_reason(error)}") from error

    def show_files(self, done: int) -> None:
        """Show the number of files that are done."""
        self.show_line(f"Files: {done:,}")
