"""Local folders of model weights and stored responses."""

import re
from pathlib import Path

from core.domain.texts import _
from core.environment.variables import Folder
from subtext_runner.errors import BackendUnusableError


def find_model_folder(model: str, *, below: Folder) -> Path:
    """Return the model's folder below the folder that ``below`` names.

    A spec comes over a queue, so its model name may only lead to a folder inside that
    one. Raises BackendUnusableError.
    """
    root, variable = below.find_value(), below.name
    if not root:
        raise BackendUnusableError(
            _(
                "{variable} is not set: it must name the folder of {model}",
                variable=variable,
                model=model,
            )
        )
    parts = model.split("/")
    if not all(re.fullmatch(r"[\w-][\w .-]*", part) for part in parts):
        raise BackendUnusableError(
            _("model.name: {model!r} is not a valid folder name", model=model)
        )
    folder = root.joinpath(*parts)
    if not folder.is_dir():
        raise BackendUnusableError(
            _(
                "{folder}: no such folder (from {variable})",
                folder=folder,
                variable=variable,
            )
        )
    return folder
