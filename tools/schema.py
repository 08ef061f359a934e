"""The API's schema and the front end's types: check for drift, or write them anew.

``frontend/openapi.json`` comes from Django, ``frontend/src/api/generated.ts`` from it.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FRONTEND = ROOT / "frontend"
SCHEMA = FRONTEND / "openapi.json"
TYPES = FRONTEND / "src" / "api" / "generated.ts"


def current_schema() -> str:
    """The schema as Django describes itself now; warnings are errors."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "openapi.json"
        subprocess.run(
            [
                sys.executable,
                "manage.py",
                "spectacular",
                "--validate",
                "--fail-on-warn",
                "--format",
                "openapi-json",
                "--file",
                str(path),
            ],
            cwd=ROOT,
            env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings.test"},
            check=True,
        )
        document = json.loads(path.read_text(encoding="utf-8"))
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def current_types(schema: Path) -> str:
    """TypeScript types of a schema."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "generated.ts"
        node = Path(sys.executable).parent / "node"
        script = FRONTEND / "node_modules" / "openapi-typescript" / "bin" / "cli.js"
        subprocess.run(
            [str(node), str(script), str(schema), "-o", str(path)],
            cwd=FRONTEND,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        return path.read_text(encoding="utf-8")


def main() -> int:
    write = "--write" in sys.argv
    schema = current_schema()
    if write:
        SCHEMA.write_text(schema, encoding="utf-8")
        TYPES.write_text(current_types(SCHEMA), encoding="utf-8")
        return 0
    drifted = []
    if SCHEMA.read_text(encoding="utf-8") != schema:
        drifted.append(SCHEMA)
    if TYPES.read_text(encoding="utf-8") != current_types(SCHEMA):
        drifted.append(TYPES)
    if drifted:
        print(
            f"Out of date: {', '.join(path.name for path in drifted)}. Run `make schema`."
        )
    return 1 if drifted else 0


if __name__ == "__main__":
    sys.exit(main())
