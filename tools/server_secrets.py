"""Create the secrets of a server, one file each: `make secrets`.

Runs on any Python 3 with the standard library alone. Existing files stay unchanged,
because a new password would lock the installation out of its own data.

Containers see a secret with the owner and mode that its file has here, and each runs as
a user of its own. So anybody may read the files, and the folder keeps others of this
machine out.
"""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Callable
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "secrets"


def main(folder: Path = FOLDER) -> int:
    folder.mkdir(exist_ok=True)
    folder.chmod(0o700)
    new_secrets: dict[str, str] = {}

    def keep(name: str, content: Callable[[], str]) -> str:
        file = folder / name
        if not file.exists():
            file.write_text(new_secrets.setdefault(name, content()), encoding="utf-8")
        # Earlier versions kept them from everybody else, containers included.
        file.chmod(0o644)
        return file.read_text(encoding="utf-8")

    for name in (
        "secret_key",
        "worker_secret",
        "database_password",
        "broker_password",
        "storage_secret",
    ):
        keep(name, _random)
    # The key of a model server, if it needs one, is entered there by hand.
    keep("model_key", str)
    users = json.loads(keep("storage_users", _users))
    worker = users["accessAccounts"]["worker"]
    keep(
        "worker_storage",
        lambda: (
            "[default]\n"
            f"aws_access_key_id = {worker['access']}\n"
            f"aws_secret_access_key = {worker['secret']}\n"
        ),
    )
    print(
        f"{len(new_secrets)} new files in {folder}. Keep a copy of them in a safe place."
    )
    return 0


def _random() -> str:
    return secrets.token_urlsafe(48)


def _users() -> str:
    """Return the storage's users apart from its owner; the bucket's policy limits them."""
    worker = {"access": "worker", "secret": secrets.token_hex(20), "role": "user"}
    return json.dumps({"accessAccounts": {"worker": worker}})


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:])))
