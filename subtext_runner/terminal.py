"""Progress of a run on a terminal."""

import sys
import time

from subtext_runner.records import Response


class ProgressLine:
    """Progress line that is overwritten: done of total, rate, errors, time left.

    It is silent where standard error is not a terminal. Call ``add`` for every
    response.
    """

    def __init__(self, total: int) -> None:
        self._total = total
        self._began = time.monotonic()
        self._done = 0
        self._errors = 0
        self._shown = 0.0
        self._watched = sys.stderr.isatty()

    def add_response(self, response: Response) -> None:
        self._done += 1
        self._errors += response.error is not None
        now = time.monotonic()
        if self._watched and (now - self._shown > 0.2 or self._done == self._total):
            self._shown = now
            sys.stderr.write(f"\r{self.format_line(now - self._began):<72}")
            sys.stderr.flush()

    def format_line(self, seconds: float) -> str:
        """Return the line as of ``seconds`` after the beginning."""
        rate = self._done / seconds if seconds > 0 else 0.0
        left = max(0, self._total - self._done)
        text = f"{self._done} of {self._total}, {rate:.1f} per second"
        if rate:
            minutes, rest = divmod(round(left / rate), 60)
            text += f", {minutes}:{rest:02} left"
        if self._errors:
            text += f", errors: {self._errors}"
        return text

    def close(self) -> None:
        """End the line."""
        if self._watched and self._done:
            sys.stderr.write("\n")
