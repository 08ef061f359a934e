"""Writing a benchmark of any layout in the nested one, which projects import."""

import json
import shutil
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from string import ascii_uppercase
from typing import Any

from audit.domain.benchmark import Benchmark, BenchmarkQuestion
from curation.domain.material.base import leaves_folder


def write_nested_folder(benchmark: Benchmark, folder: Path) -> Mapping[str, str]:
    """Write one JSON file for each split, and the images, into ``folder``.

    A key that names no option is left out, so that its question goes to rework. An id
    that was used before gets a number. Returns the published id of each written one.
    """
    published_ids: dict[str, str] = {}
    records: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    paths = {name: _path(name, at) for at, name in enumerate(benchmark.images)}
    for question in benchmark.questions:
        id = _unused(question.id, published_ids)
        published_ids[id] = question.id
        path = paths.get(question.image or "", "")
        records[question.split].append(_record(question, id, path))
    for name, file in benchmark.images.items():
        if file is not None:
            target = folder / paths[name]
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)
    for split, rows in records.items():
        name = PurePosixPath(split).name or "data"
        (folder / f"{name}.json").write_text(json.dumps(rows), "utf-8")
    return published_ids


def _record(question: BenchmarkQuestion, id: str, path: str) -> dict[str, Any]:
    written: dict[str, Any] = {
        "id": id,
        "question": question.stem,
        "options": list(question.options),
    }
    if question.key_index is not None:
        written["answer"] = ascii_uppercase[question.key_index]
    labels = {name: list(values) for name, values in question.labels.items()}
    return {
        "local_path": path,
        "questions": [written],
        "meta_data": {**labels, **question.texts},
    }


def _path(name: str, number: int) -> str:
    """Return the path of an image: its name if that is a safe path, else a number."""
    is_safe = "\0" not in name and "\\" not in name and not leaves_folder(name)
    return name if is_safe else f"images/{number}"


def _unused(id: str, used: Mapping[str, str]) -> str:
    number, unused = 1, id
    while unused in used:
        number += 1
        unused = f"{id} ({number})"
    return unused
