"""Verification that a release folder is complete and unchanged, from its files."""

import hashlib
import json
import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from core.domain.reasons import describe_failure
from releases.layouts.domain.release_folder import (
    MANIFEST,
    SCHEMA,
    SUMS,
    SYNTHETIC_SCHEMA,
)

SCHEMAS = (SCHEMA, SYNTHETIC_SCHEMA)
_SUM = re.compile(r"([0-9a-f]{64}) [ *](.+)")
_BYTECODE = re.compile(
    r"(?P<folder>(?:.*/)?)__pycache__/(?P<module>[^/.]+)\.[^/]+\.pyc"
)


class Problem(NamedTuple):
    """A file that is not as published."""

    path: str
    reason: str


class Verification(NamedTuple):
    """Result of a verification; ``sha256`` is the release hash (None: no manifest)."""

    sha256: str | None
    version: str | None
    files: int
    problems: list[Problem]
    bytecode: Sequence[str] = ()
    """Paths that Python wrote beside the modules of the release when they ran."""

    @property
    def is_intact(self) -> bool:
        return not self.problems


def verify_release(folder: Path, *, sha256: str | None = None) -> Verification:
    """Verify every file of a release folder; ``sha256`` is the expected release hash.

    1. Every file has the hash that SHA256SUMS and the manifest name. No file is missing
       and no file is unlisted, except bytecode of the release's own modules.
    2. The questions files, parquet files and the counts of the manifest agree.

    Problems are sorted by path. A path that is not a folder gives one problem.
    """
    if not folder.is_dir():
        return Verification(None, None, 0, [Problem(str(folder), "is not a folder")])
    digests = _digests(folder)
    problems: list[Problem] = []
    sums = _sums(folder, problems)
    manifest = _manifest(folder, problems)
    listed = _manifest_digests(manifest, problems)
    bytecode = [path for path in digests if _is_bytecode(path, listed)]
    for path in bytecode:
        del digests[path]
    _compare(digests, sums, listed, problems)
    actual = digests.get(MANIFEST)
    if sha256 is not None and actual is not None and actual != sha256:
        problems.append(Problem(MANIFEST, f"is another release: {actual}"))
    broken = {problem.path for problem in problems}
    for split, counts in (manifest or {}).get("splits", {}).items():
        problems += _split_problems(folder, split, counts, broken)
    version = (manifest or {}).get("version")
    return Verification(actual, version, len(digests), sorted(set(problems)), bytecode)


def _digests(folder: Path) -> dict[str, str]:
    digests = {}
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            with file.open("rb") as content:
                digest = hashlib.file_digest(content, "sha256").hexdigest()
            digests[file.relative_to(folder).as_posix()] = digest
    return digests


def _sums(folder: Path, problems: list[Problem]) -> dict[str, str]:
    file = folder / SUMS
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        problems.append(Problem(SUMS, "cannot be read"))
        return {}
    sums = {}
    for number, line in enumerate(lines, start=1):
        match = _SUM.fullmatch(line)
        if match is None:
            problems.append(Problem(SUMS, f"line {number} is not a checksum"))
        else:
            sums[match[2]] = match[1]
    return sums


def _manifest(folder: Path, problems: list[Problem]) -> dict[str, Any] | None:
    try:
        data = json.loads((folder / MANIFEST).read_bytes())
    except (OSError, ValueError):
        problems.append(Problem(MANIFEST, "cannot be read"))
        return None
    if not isinstance(data, dict) or data.get("schema") not in SCHEMAS:
        problems.append(
            Problem(MANIFEST, f"is not a manifest of {' or '.join(SCHEMAS)}")
        )
        return None
    return data


def _manifest_digests(
    manifest: Mapping[str, Any] | None, problems: list[Problem]
) -> dict[str, str]:
    try:
        files = (manifest or {}).get("files", [])
        return {str(file["path"]): str(file["sha256"]) for file in files}
    except (KeyError, TypeError):
        problems.append(Problem(MANIFEST, "the list of files is damaged"))
        return {}


def _is_bytecode(path: str, listed: Collection[str]) -> bool:
    """Whether an unlisted file is where Python keeps the bytecode of a listed module."""
    match = _BYTECODE.fullmatch(path)
    return (
        match is not None
        and path not in listed
        and f"{match['folder']}{match['module']}.py" in listed
    )


def _compare(
    digests: Mapping[str, str],
    sums: Mapping[str, str],
    listed: Mapping[str, str],
    problems: list[Problem],
) -> None:
    expected = [(SUMS, sums), (MANIFEST, listed)]
    for path in sorted({*sums, *listed} - {*digests}):
        problems.append(Problem(path, "is missing"))
    for path, actual in digests.items():
        if path == SUMS:
            continue
        for name, expected_digests in expected:
            if name == path or not expected_digests:
                continue
            if path not in expected_digests:
                problems.append(Problem(path, f"is not in {name}"))
            elif expected_digests[path] != actual:
                problems.append(Problem(path, f"differs from the file named in {name}"))


def _split_problems(
    folder: Path, split: str, counts: Mapping[str, int], broken: set[str]
) -> list[Problem]:
    """Compare the files of a split with the counts of the manifest."""
    lines_path = f"questions/{split}.jsonl"
    rows_path = f"data/{split}-00000-of-00001.parquet"
    if not counts.get("questions") or {lines_path, rows_path} & broken:
        return []
    try:
        content = (folder / lines_path).read_text(encoding="utf-8")
        questions = [json.loads(line) for line in content.splitlines()]
        question_keys = [(q["id"], q["item_id"], q.get("answer")) for q in questions]
        images = {image["sha256"] for q in questions for image in q["images"]}
    except (OSError, ValueError, KeyError, TypeError) as error:
        return [Problem(lines_path, f"cannot be read: {describe_failure(error)}")]
    actual_counts = {
        "items": len({item for _, item, _ in question_keys}),
        "images": len(images),
        "questions": len(question_keys),
    }
    problems = [
        Problem(
            lines_path,
            f"has {actual_counts[what]} {what}, but {MANIFEST} names {count}",
        )
        for what, count in counts.items()
        if actual_counts.get(what) != count
    ]
    try:
        rows = _rows(folder / rows_path)
    except (OSError, ValueError, pa.ArrowException) as error:
        return [
            *problems,
            Problem(rows_path, f"cannot be read: {describe_failure(error)}"),
        ]
    if rows != question_keys:
        problems.append(Problem(rows_path, f"differs from {lines_path}"))
    return problems


def _rows(file: Path) -> list[tuple[Any, Any, Any]]:
    """Return ids and correct answers; the complete answer is ``key``, if present."""
    has_key = "key" in pq.read_schema(file).names
    names = ["id", "item_id", "key" if has_key else "answer"]
    table = pq.read_table(file, columns=names)
    ids, items, keys = (table.column(name).to_pylist() for name in names)
    if has_key:
        keys = [None if key is None else json.loads(key) for key in keys]
    return list(zip(ids, items, keys, strict=True))
