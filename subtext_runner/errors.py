"""Errors of the runner; every message names the cause."""

from core.domain.texts import _


class RunnerError(Exception):
    """Base of all errors that the user can act on."""


class ReleaseError(RunnerError):
    """A release folder is incomplete, altered or unreadable; names the file."""

    def __init__(self, where: str, reason: str) -> None:
        self.where = where
        self.reason = reason
        super().__init__(_("{where}: {reason}", where=where, reason=reason))


class SpecError(RunnerError):
    """An evaluation spec or a file of responses is invalid; names the field."""


class PromptError(RunnerError):
    """A setting is not possible with this release, such as with too few examples."""


class UnreadableImageError(RunnerError):
    """An image of one question cannot be decoded; the other questions can be asked."""


class BackendUnusableError(RunnerError):
    """No question can be answered: wrong key, wrong address or no such model."""


class OtherValuesNeededError(BackendUnusableError):
    """Every request of this run is refused: only a run with other values can succeed."""


class JournalError(RunnerError):
    """A response cannot be written to disk; names the reason."""
