"""The error of a backup or restore that cannot be done."""


class BackupError(Exception):
    """A backup cannot be made or restored; the message says why and what to do.

    Operators read it on the command line and in logs, in English as all of these.
    """
