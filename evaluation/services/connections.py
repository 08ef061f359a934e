"""Testing the connection to a model server."""

import os
from dataclasses import dataclass
from typing import Any

from evaluation.runner import records
from evaluation.selectors.endpoints import get_endpoint
from releases.models import Release
from releases.selectors.files import release_uri
from workflow.on_demand import on_demand

# These modules load boto3, which a web process does not need otherwise.
_check = on_demand("evaluation.runner.connection.check_connection")
_stored = on_demand("evaluation.selectors.stored.StoredRelease")


@dataclass(frozen=True)
class ConnectionTest:
    """What the server answered, and whether this process has the key for it."""

    result: Any
    """``evaluation.runner.connection.Connection``"""
    key_variable: str
    has_key: bool


def run_connection_test(
    *, release: Release, endpoint: str, model: str, setting: str
) -> ConnectionTest:
    """List the models at ``endpoint`` and ask ``model``, if named, one question.

    Runs in this process, with its own environment. Raises InvalidInputError (endpoint).
    """
    known = get_endpoint(release.project, endpoint) if endpoint else None
    variable = known.key_variable if known else "SUBTEXT_MODEL_KEY"
    protocol = release.protocol_version.protocol
    spec = records.spec_from_data(
        {
            "run": "connection-test",
            "release": {
                "uri": release_uri(release),
                "sha256": release.manifest_sha256,
            },
            "model": {
                "name": model or "-",
                "backend": "openai",
                "base_url": known.address if known else None,
                "api_key_variable": variable,
            },
            "setting": setting,
            "judged": None,
            "splits": [protocol.release.main_split],
            "seed": 0,
            "answered": [],
        }
    )
    result = _check(spec, ask=bool(model), location=_stored(release))
    has_key = bool(os.environ.get(variable) or os.environ.get(f"{variable}_FILE"))
    return ConnectionTest(result, variable, has_key)
