"""``datasets.load_dataset`` reads a release offline, with pictures and types."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from projects.domain.protocol.document import Protocol
from projects.domain.shipped import shipped_protocol
from tests.releases.samples import frozen_item, frozen_release, written

# In a process of its own: the library reads its switches when it is imported.
_LOAD = """
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


def load(folder: Path, split: str, cache: Path) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-c", _LOAD, str(folder), str(cache), split],
        env={
            **os.environ,
            "HF_HUB_OFFLINE": "1",
            "HF_DATASETS_OFFLINE": "1",
            "HF_HOME": str(cache),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


@pytest.mark.parametrize("withheld", [False, True])
def test_ii_bench_columns_are_typed_and_pictures_decode(
    withheld: bool, tmp_path: Path
) -> None:
    protocol = shipped_protocol("ii-bench")
    release = frozen_release(protocol)
    if withheld:
        hidden = frozen_item(protocol, 20, split="test", rights="address_only")
        release = frozen_release(protocol, [*release.items, hidden])
    written(release, tmp_path / "release")
    found = load(tmp_path / "release", "test", tmp_path / "cache")
    assert found["rows"] == {"dev": 6, "val": 6, "test": 7 if withheld else 6}
    features = found["features"]
    string = {"dtype": "string", "_type": "Value"}
    assert features["image"] == {"_type": "Image"}
    assert features["rhetoric"] == {"feature": string, "_type": "List"}
    assert features["domain"] == string
    assert {f"option{n}" for n in range(1, 7)} <= features.keys()
    first = found["first"]
    letter = "ABCDEF".index(first["answer"]) + 1
    assert first[f"option{letter}"] == first["correct_option"]
    assert found["sizes"].count([None]) == (1 if withheld else 0)
    assert found["sizes"].count([[64, 48]]) == 6


def test_two_pictures_an_item_are_two_columns(
    toy_protocol: Protocol, tmp_path: Path
) -> None:
    written(frozen_release(toy_protocol), tmp_path / "release")
    found = load(tmp_path / "release", "main", tmp_path / "cache")
    assert found["features"]["image_1"] == {"_type": "Image"}
    assert found["features"]["image_2"] == {"_type": "Image"}
    assert "option4" not in found["features"]
    assert all(row == [[64, 48], [64, 48]] for row in found["sizes"])
