"""What can go wrong before a single question is asked. Every message names the cause."""


class RunnerError(Exception):
    """Base of all errors that a person can act on."""


class ReleaseError(RunnerError):
    """A release folder is incomplete, altered or not readable; names the file."""

    def __init__(self, where: str, reason: str) -> None:
        self.where = where
        self.reason = reason
        super().__init__(f"{where}: {reason}")


class SpecError(RunnerError):
    """An evaluation spec or a file of responses cannot be used; names the field."""


class PromptError(RunnerError):
    """A setting cannot be asked with this release, such as too few examples."""


class BackendUnusableError(RunnerError):
    """No question can be answered: wrong key, wrong address or no such model."""
