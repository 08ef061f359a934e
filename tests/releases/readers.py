"""What other libraries read from a release folder, offline.

Each runs in a process of its own, because it looks for the network, or reads its
switches, when it is imported.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

_DATASETS = """
import json, sys
import datasets
loaded = datasets.load_dataset(sys.argv[1], cache_dir=sys.argv[2])
split = loaded[sys.argv[3]]
images = [n for n, kind in split.features.items() if isinstance(kind, datasets.Image)]
print(json.dumps({
    "rows": {name: len(rows) for name, rows in loaded.items()},
    "features": split.features.to_dict(),
    "sizes": [[row[name].size if row[name] else None for name in images] for row in split],
    "first": {k: v for k, v in split[0].items() if k not in images},
}))
"""

_CROISSANT = """
import json, sys
import mlcroissant
dataset = mlcroissant.Dataset(jsonld=sys.argv[1])
assert not dataset.metadata.issues.errors, dataset.metadata.issues.errors
found = {}
for record_set in dataset.metadata.record_sets:
    rows = []
    for record in dataset.records(record_set.id):
        row = {}
        for name, value in record.items():
            name = name.partition("/")[2]
            if hasattr(value, "size") and hasattr(value, "mode"):
                value = list(value.size)
            if isinstance(value, bytes):
                value = value.decode()
            if isinstance(value, list):
                value = [one.decode() if isinstance(one, bytes) else one for one in value]
            row[name] = value
        rows.append(row)
    found[record_set.id] = rows
print(json.dumps(found, default=str))
"""


def load_with_datasets(folder: Path, split: str, cache: Path) -> dict[str, Any]:
    """Rows by split; features, sizes of images and the first row of one split."""
    return _run(
        _DATASETS,
        str(folder),
        str(cache),
        split,
        HF_HUB_OFFLINE="1",
        HF_DATASETS_OFFLINE="1",
        HF_HOME=str(cache),
    )


def read_with_croissant(folder: Path, cache: Path) -> dict[str, Any]:
    """All records by split; it fails when the description is not valid."""
    return _run(_CROISSANT, str(folder / "croissant.json"), CROISSANT_CACHE=str(cache))


def _run(script: str, *arguments: str, **environment: str) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found
