"""The console command ``subtext``: `manage.py` from any folder."""

import os
import sys

from django.core.management import execute_from_command_line

from config.version import VERSION


def main() -> None:
    """Run a management command, by default on this machine's own installation.

    ``--version`` prints Subtext's version instead of Django's.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")
    if sys.argv[1:] == ["--version"]:
        sys.stdout.write(f"subtext {VERSION}\n")
        return
    execute_from_command_line(sys.argv)
