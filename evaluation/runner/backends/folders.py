"""Where weights and stored responses lie on the machine that does the run."""

import os
import re
from pathlib import Path

from evaluation.runner.errors import BackendUnusableError


def folder_of(model: str, *, variable: str) -> Path:
    """The model's folder below the one that an environment variable names.

    A spec comes over a queue: its model names a folder there and nothing above it.
    Raises BackendUnusableError.
    """
    root = os.environ.get(variable)
    if not root:
        raise BackendUnusableError(
            f"{variable} is not set: it must name the folder of {model}"
        )
    parts = model.split("/")
    if not all(re.fullmatch(r"[\w-][\w .-]*", part) for part in parts):
        raise BackendUnusableError(f"model.name: {model!r} is not a valid folder name")
    folder = Path(root).expanduser().joinpath(*parts)
    if not folder.is_dir():
        raise BackendUnusableError(f"{folder}: no such folder (from {variable})")
    return folder
