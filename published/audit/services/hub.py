"""Datasets of the Hugging Face Hub, by name."""

import re
from importlib import import_module
from pathlib import Path

from core.domain.reasons import describe_failure
from core.domain.texts import _
from core.errors import FieldProblem, InvalidInputError

NAME = re.compile(r"[\w.-]+/[\w.-]+")


def download_dataset(name: str, folder: Path) -> Path:
    """Download a dataset's repository, such as ``owner/name``, into ``folder``.

    Raises InvalidInputError (path) when the Hub's client is not installed or the
    dataset cannot be downloaded.
    """
    try:
        hub = import_module("huggingface_hub")
    except ModuleNotFoundError as error:
        problem = FieldProblem("path", _("Needs the package huggingface_hub."))
        raise InvalidInputError(
            _(
                "{name} is no folder or file here. To download it from the Hugging Face "
                "Hub, install its client: pip install huggingface_hub",
                name=name,
            ),
            [problem],
        ) from error
    target = folder / name.rpartition("/")[2]
    try:
        hub.snapshot_download(name, repo_type="dataset", local_dir=target)
    # The client raises errors of its own, of requests and of the system.
    except Exception as error:
        advice = _("check its name, your access to it and the connection")
        reason = describe_failure(error, advice)
        problem = FieldProblem("path", reason)
        raise InvalidInputError(
            _(
                "{name} cannot be downloaded from the Hugging Face Hub: {reason}",
                name=name,
                reason=reason,
            ),
            [problem],
        ) from error
    return target
