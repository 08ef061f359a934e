"""The progress of an audit on standard error."""

from datetime import timedelta
from time import monotonic

from django.core.management.base import OutputWrapper

from core.domain.texts import _
from core.translation import translate
from published.audit.domain.progress import TITLES, AuditProgress, AuditStep

_IN_PLACE = 0.2
"""Seconds between two states of the line on a terminal."""
_APART = 10.0
"""Seconds between two lines in a log or a file."""


class ProgressLines:
    """Shows what an audit is doing, how much of it is done and the time left.

    A terminal shows one line, which is replaced. Elsewhere each step starts with a line
    of its own, and others follow every ten seconds.
    """

    def __init__(self, stderr: OutputWrapper) -> None:
        self._stderr = stderr
        self._in_place = stderr.isatty()
        self._started = monotonic()
        self._shown_at = 0.0
        self._step: AuditStep | None = None

    def show(self, progress: AuditProgress) -> None:
        """Show the progress, unless a line was shown just now."""
        now = monotonic()
        wait = _IN_PLACE if self._in_place else _APART
        if progress.step == self._step and now - self._shown_at < wait:
            return
        self._step, self._shown_at = progress.step, now
        line = progress_line(progress, now - self._started)
        if self._in_place:
            self._stderr.write(f"\r{line}\x1b[K", ending="")
        else:
            self._stderr.write(line)

    def close(self) -> None:
        """Remove the line from a terminal."""
        if self._in_place and self._step is not None:
            self._stderr.write("\r\x1b[K", ending="")


def progress_line(progress: AuditProgress, seconds: float) -> str:
    """Return the step, its counts and the time left after ``seconds`` of an audit."""
    parts = {
        "step": TITLES[progress.step],
        "done": progress.done,
        "total": progress.total,
    }
    if not progress.overall_done:
        return translate(_("{step}: {done:,} of {total:,}", **parts))
    to_do = progress.overall_total - progress.overall_done
    left = timedelta(seconds=round(seconds * to_do / progress.overall_done))
    return translate(
        _("{step}: {done:,} of {total:,}, {left} left", **parts, left=str(left))
    )
