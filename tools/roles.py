"""The table of roles as the front end reads it (`make schema`).

``python -m tools.roles FILE`` writes which roles have each right, and by language the
names of roles and of their work.
"""

import json
import sys
from pathlib import Path
from typing import Any

from projects.roles import ROLES, Right, roles_having_right
from tools.texts import read_catalogue


def table_of_roles() -> dict[str, Any]:
    """Return rights with their roles, the lowest role first, and texts by language."""
    catalogue = read_catalogue()
    english = {
        "role": {role.value: row.title for role, row in ROLES.items()},
        "work": {role.value: row.work for role, row in ROLES.items()},
    }
    chinese = {
        kind: {role: catalogue[text].string for role, text in texts.items()}
        for kind, texts in english.items()
    }
    rights = {
        right.value: sorted(roles_having_right(right), key=[*ROLES].index)
        for right in Right
    }
    return {"rights": rights, "en": english, "zh": chinese}


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(
        json.dumps(table_of_roles(), ensure_ascii=False, indent=1) + "\n", "utf-8"
    )
