"""An installation in a folder of its own, spoken to by the commands alone.

Every version of Subtext has these commands, so what keeps an installation of today and
what tests one of an earlier version are the same few lines.
"""

import hashlib
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.support.model_server import ChatRequest, Reply

ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass(frozen=True)
class Installation:
    """A data folder and the commands that work on it."""

    folder: Path

    def manage(self, *arguments: str) -> str:
        """Run a command of `manage.py`; return what it prints, fail when it does."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env={
                **os.environ,
                "SUBTEXT_DATA_DIR": str(self.folder),
                "DJANGO_SETTINGS_MODULE": "config.settings.embedded",
            },
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise AssertionError(
                f"{' '.join(arguments)}: exit {done.returncode}\n"
                f"{done.stdout[-4000:]}{done.stderr[-4000:]}"
            )
        return done.stdout

    def ask(self, *arguments: str) -> Any:
        """Run a command with --json; return what it says."""
        return json.loads(self.manage(*arguments, "--json"))


def oracle(asked: ChatRequest) -> Reply:
    """Answer by the prompt's text alone: another prompt gets another answer.

    A run that is repeated by a later version reaches the same scores only if it sends
    the same text.
    """
    digest = hashlib.sha256(asked.text.encode()).digest()
    letter = "ABCD"[digest[0] % 4]
    said = (
        f"({letter})",
        f"The answer is ({letter}).",
        f"{letter}",
        f"I think that both could be meant.\n\nAnswer: {letter}",
        "I cannot tell.",
    )
    return Reply(said[digest[1] % len(said)])
